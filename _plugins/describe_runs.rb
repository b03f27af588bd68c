# frozen_string_literal: true

# Liquid filters that list the runs of all comparisons: {{ site | list_runs }}.

require "jekyll"
require_relative "realtime_bench/run_history"

module RealtimeBench
  module DescribeRuns
    # As RunHistory gives them.
    def list_runs(_site)
      RunHistory.new(@context.registers[:site].data).runs
    end

    def list_machines_of_runs(_site)
      RunHistory.new(@context.registers[:site].data).machines
    end

    def list_on_several_machines(_site)
      RunHistory.new(@context.registers[:site].data).on_several_machines
    end

    # Files in their order, with those of the newest run first.
    def sort_newest_run_first(files)
      newest = files.map { |file| file["started_at"].to_s }.max
      files.partition { |file| file["started_at"].to_s == newest }.flatten
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::DescribeRuns)
