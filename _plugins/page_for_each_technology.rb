# frozen_string_literal: true

# Gives each technology that was measured here a page, /technologies/ID/, all of it from _includes/technology.html, and hands
# Liquid site.data.technology_pages, the URL of each, by which lists and tables lead there.

require "jekyll"
require_relative "realtime_bench/comparison_pages"
require_relative "realtime_bench/technology_profiles"

module RealtimeBench
  class TechnologyPage < Jekyll::PageWithoutAFile
    # @param id [String] of the technology
    # @param title [String] by which it is told from all others
    # @param pictured_by [String, nil] URL of the page whose picture stands for this one where a link to it is shown
    def initialize(site, id, title, pictured_by)
      super(site, site.source, "technologies/#{id}", "index.html")
      @content = "{% include technology.html %}"
      @data = { "layout" => "page", "title" => title, "technology" => id, "pictured_by" => pictured_by,
                "stylesheets" => ["technology"],
                "description" => "#{title}: what was measured of it, beside the median of all.", }
    end
  end

  class PageForEachTechnology < Jekyll::Generator
    safe true
    priority :low

    def generate(site)
      TechnologyProfiles.begin(site)
      pages = ComparisonPages.of(site)
      found = TechnologyProfiles.comparisons(site.data).transform_values { |comparisons| site.data[comparisons.first] }
      made = titles(found).map do |id, title|
        TechnologyPage.new(site, id, title, pages[found[id].dig("comparison", "id")]&.url)
      end
      site.pages.concat(made)
      site.data["technology_pages"] = made.to_h { |page| [page.data["technology"], page.url] }
    end

    private

    # A technology's name, and where several have the same also the comparison.
    # @param found [Hash{String => Hash}] by the technology's id the first dataset that has it
    def titles(found)
      names = found.to_h { |id, dataset| [id, name(id, dataset)] }
      times = names.values.tally
      names.to_h do |id, name|
        [id, times[name] == 1 ? name : "#{name}: #{TechnologyFigures.in_sentence(found[id].dig("comparison", "title"))}"]
      end
    end

    def name(id, dataset)
      dataset["technologies"].find { |technology| technology["id"] == id }["name"]
    end
  end
end
