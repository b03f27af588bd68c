# frozen_string_literal: true

# Gives each comparison that holds results and has no page of its own one that draws them: /COMPARISON/, all of
# it from _includes/comparison.html. A page or post that names the comparison takes its place.

require "jekyll"
require_relative "realtime_bench/comparison_pages"

module RealtimeBench
  class ComparisonPage < Jekyll::PageWithoutAFile
    # @param comparison [Hash] as in data/comparisons.yml
    def initialize(site, comparison)
      super(site, site.source, comparison["id"], "index.html")
      @content = "{% include comparison.html %}"
      @data = {
        "layout" => "page", "title" => comparison["title"], "comparison" => comparison["id"], "generic" => true,
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
      # First of all, as the index shows their pictures.
      site.pages.unshift(*with_results.map { |comparison| ComparisonPage.new(site, comparison) })
    end
  end
end
