# frozen_string_literal: true

module RealtimeBench
  # The page or post of each comparison: the first that names it. A page that the sitemap leaves out, such as the guide for
  # authors, may draw a comparison's charts and is no one's page.
  module ComparisonPages
    module_function

    # @return [Hash] comparison id to page
    def of(site)
      pages = (site.pages + site.posts.docs).select { |page| page.data["comparison"] && page.data["sitemap"] != false }
      pages.group_by { |page| page.data["comparison"] }.transform_values(&:first)
    end
  end
end
