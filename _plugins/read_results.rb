# frozen_string_literal: true

# Reads, checks and summarises the result files, and hands Liquid site.data.COMPARISON (a dataset as
# schema/dataset.json describes it), site.data.result_files, site.data.result_runs and site.data.processes by comparison,
# site.data.data_packages (files to publish, by comparison and name), and site.data.server_facts where there are any. Stops the
# build, before anything is written, with every fault of every file. Doubts are told, and where a comparison mixes machines, and
# the build goes on.

require "jekyll"
require_relative "realtime_bench/machines"
require_relative "realtime_bench/page_figures"
require_relative "realtime_bench/results"
require_relative "realtime_bench/scaled_figures"
require_relative "stop_cleanly"

module RealtimeBench
  class ReadResults < Jekyll::Generator
    safe true
    priority :highest

    def generate(site)
      folder = site.config["data_dir"].chomp("/")
      results = Results.new(site.in_source_dir(folder), folder, site.in_source_dir("schema"), kept: kept(site))
      hand_over(results, site.data)
      tell("Doubt:", results.doubts)
      tell("Warning:", site.data["result_files"].filter_map { |comparison, files| mixture(comparison, files) })
    rescue BrokenData => e
      tell("Doubt:", e.doubts)
      tell("Fault:", e.faults)
      raise BuildStopped, "#{e.faults.length == 1 ? "a fault" : "#{e.faults.length} faults"} in the data, told above"
    end

    private

    # A site that is being served is built again with each change.
    def kept(site)
      site.config["serving"] ? @kept ||= KeptFiles.new : KeptFiles::None
    end

    def hand_over(results, data)
      data.merge!(PageFigures.round(results.datasets).transform_values { |dataset| ScaledFigures.fill(dataset) })
      data["result_files"] = by_comparison(results, results.files)
      data["result_runs"] = by_comparison(results, results.runs)
      data["data_packages"] = results.data_packages
      data["processes"] = PageFigures.round(results.processes)
      data["server_facts"] = results.server_facts if results.server_facts
    end

    # @return [Hash] of each comparison's id those that are its own, perhaps none
    def by_comparison(results, entries)
      own = entries.group_by { |entry| entry["comparison"] }
      results.datasets.transform_values { [] }.merge(own)
    end

    # @return [String, nil] nil where the comparison shows figures of one machine
    def mixture(comparison, files)
      machines = Machines.of(files)
      return if machines.length < 2

      found = machines.map { |machine| "#{machine["files"].join(", ")} from #{machine["machine"]}" }
      "the charts of #{comparison} mix files from different machines: #{found.join("; ")}"
    end

    # What is no fault too as what Jekyll calls an error: its warnings are lost in a quiet build, as script/build runs it.
    def tell(what, found)
      found.each { |words| Jekyll.logger.error what, words.to_s }
    end
  end
end
