# frozen_string_literal: true

# The Liquid filter that tells a technology's page what the data has of it.

require "jekyll"
require_relative "realtime_bench/charts/drawings"
require_relative "realtime_bench/technology_profiles"

module RealtimeBench
  module DescribeTechnologies
    # @param id [String] of a technology with results
    # @return [Hash] as TechnologyProfiles#profile; of each "sketch" its "address", the "title" of what it shows and its
    #   "description"
    def describe_technology(id)
      site = @context.registers[:site]
      profile = TechnologyProfiles.of(site).profile(id)
      profile["comparisons"].each do |comparison|
        chart = comparison["sketch"] or next
        address = Drawings.of(site).sketch(chart.to_h, comparison["beside"].map { |technology| technology["id"] })
        comparison["sketch"] = { "address" => address, "title" => chart.title, "description" => chart.description }
      end
      profile
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::DescribeTechnologies)
