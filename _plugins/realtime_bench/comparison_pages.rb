# frozen_string_literal: true

module RealtimeBench
  # The page or post of each comparison: the first that names it. A page that the sitemap leaves out, such as the guide for
  # authors, may draw a comparison's charts and is no one's page, and neither is a translation.
  module ComparisonPages
    module_function

    # @return [Hash] comparison id to page
    def of(site)
      pages = (site.pages + site.posts.docs).select do |page|
        page.data["comparison"] && page.data["sitemap"] != false && own?(site, page)
      end
      pages.group_by { |page| page.data["comparison"] }.transform_values(&:first)
    end

    # Whether it is in the site's own language.
    def own?(site, page)
      [nil, site.config["lang"]].include?(page.data["lang"])
    end
  end
end
