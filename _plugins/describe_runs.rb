# frozen_string_literal: true

# Liquid filters that list the runs of all comparisons: {{ site | list_runs }}.

require "jekyll"
require_relative "realtime_bench/figures/crowd"
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

    # The files that are listed at once: of each run the first few, the newest run's before others.
    def list_files_by_run(files)
      by_run = files.group_by { |file| file["started_at"].to_s }
      by_run.sort_by(&:first).reverse.flat_map { |_started, of_run| of_run.first(Crowd::MOST) }
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::DescribeRuns)
