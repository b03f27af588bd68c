# frozen_string_literal: true

# Reads, checks and summarises the result files, and hands Liquid site.data.COMPARISON (a dataset as
# schema/dataset.json describes it), site.data.result_files, site.data.result_runs, site.data.data_packages (files to publish, by
# comparison and name), and site.data.server_facts where there are any.
# Stops the build, before anything is written, with every fault of every file.

require "jekyll"
require_relative "realtime_bench/page_figures"
require_relative "realtime_bench/results"
require_relative "stop_cleanly"

module RealtimeBench
  class ReadResults < Jekyll::Generator
    safe true
    priority :highest

    def generate(site)
      folder = site.config["data_dir"].chomp("/")
      hand_over(Results.new(site.in_source_dir(folder), folder, site.in_source_dir("schema")), site.data)
    rescue BrokenData => e
      e.faults.each { |fault| Jekyll.logger.error "Fault:", fault.to_s }
      raise BuildStopped, "#{e.faults.length == 1 ? "a fault" : "#{e.faults.length} faults"} in the data, told above"
    end

    private

    def hand_over(results, data)
      data.merge!(PageFigures.round(results.datasets))
      data["result_files"] = results.files
      data["result_runs"] = results.runs
      data["data_packages"] = results.data_packages
      data["server_facts"] = results.server_facts if results.server_facts
    end
  end
end
