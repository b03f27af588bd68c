# frozen_string_literal: true

# Liquid filters that tell a page of itself and of others: its headings, the pictures of comparisons, and what it says of its
# data to search engines.

require "jekyll"
require_relative "realtime_bench/charts/drawings"
require_relative "realtime_bench/dataset_statement"

module RealtimeBench
  module DescribePages
    HEADING = %r{<h2(?<attributes>[^>]*)>(?<words>.*?)</h2>}m

    # What a rendered page has headings of the second level for: "id", "words" (markup) and the "class", where they have one.
    # @return [Array<Hash>]
    def list_headings(html)
      html.to_enum(:scan, HEADING).map do
        heading = Regexp.last_match
        id, name = %w[id class].map { |attribute| heading[:attributes][/\b#{attribute}="([^"]*)"/, 1] }
        { "id" => id, "class" => name, "words" => heading[:words] }
      end
    end

    # Where the small picture of a page's first chart is, from the site's root; nil of a page that is not rendered, or has none.
    def thumbnail(url)
      first = Drawings.of(@context.registers[:site]).pages[url]&.charts&.keys&.first
      Drawings.address(url, first, Drawings::THUMBNAIL) if first
    end

    # The picture of a page's first chart, as front matter has it; nil of a page that is not rendered, or has none.
    def picture(url)
      Drawings.of(@context.registers[:site]).image(url)
    end

    # Has a link to a page without a chart show another's picture: that of the page which its front matter names
    # (`pictured_by`), else the first page's.
    def with_picture(page)
      page["image"] ||= picture(page["pictured_by"] || "/")
      page
    end

    # What a page states of its comparison as a dataset; nil where it isn't the comparison's own page, nothing was measured, or
    # the site has no address, since such a statement has whole ones.
    def state_dataset(page)
      site = @context.registers[:site]
      id = page["comparison"]
      return if site.config["url"].to_s.empty? || id.nil? || site.data["comparison_pages"][id] != page["url"]

      dataset = site.data.fetch(id)
      DatasetStatement.new(dataset, page, site.config).to_h unless dataset["runs"].empty?
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::DescribePages)
