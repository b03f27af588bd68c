# frozen_string_literal: true

# Gives each comparison that holds results and has no page of its own one that draws them: /COMPARISON/, all of
# it from _includes/comparison.html. A page or post that names the comparison takes its place.

require "jekyll"
require_relative "realtime_bench/comparison_pages"

module RealtimeBench
  class ComparisonPage < Jekyll::PageWithoutAFile
    # @param comparison [Hash] as in data/comparisons.yml
    # @param listed [Boolean] whether it has a place in the head of all pages and a card on the index
    def initialize(site, comparison, listed:)
      super(site, site.source, comparison["id"], "index.html")
      @content = "{% include comparison.html %}"
      @data = {
        "layout" => "page", "title" => comparison["title"], "comparison" => comparison["id"], "listed" => listed,
        "description" => "#{comparison["title"]}: all results, as charts and tables.",
      }
    end
  end

  class PageForEachComparison < Jekyll::Generator
    safe true
    priority :normal

    def generate(site)
      pages = ComparisonPages.of(site)
      lacking = site.data["comparisons"].reject { |comparison| pages.key?(comparison["id"]) }
      with_results = lacking.reject { |comparison| site.data[comparison["id"]]["technologies"].empty? }
      # What a post draws besides its own comparison is found there.
      drawn = site.posts.docs.flat_map { |post| post.data["further_comparisons"].to_a }
      made = with_results.map { |comparison| ComparisonPage.new(site, comparison, listed: !drawn.include?(comparison["id"])) }
      site.pages.replace(made + with_charts_first(site.pages))
    end

    private

    # The index shows pictures of the pages made here, which come first of all, and links to a page without a chart show one of
    # those that have some.
    def with_charts_first(pages)
      pages.partition { |page| page.data["comparison"] }.flatten
    end
  end
end
