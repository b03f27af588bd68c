# frozen_string_literal: true

# Reads, checks and summarises the result files, and hands Liquid site.data.COMPARISON (a dataset as
# schema/dataset.json describes it), site.data.result_files, and site.data.server_facts where there are any.
# Stops the build, before anything is written, with every fault of every file. Doubts are warnings.

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
      results = Results.new(site.in_source_dir(folder), folder, site.in_source_dir("schema"))
      site.data.merge!(PageFigures.round(results.datasets))
      site.data["result_files"] = results.files
      site.data["server_facts"] = results.server_facts if results.server_facts
      results.doubts.each { |doubt| Jekyll.logger.warn "Doubt:", doubt.to_s }
    rescue BrokenData => e
      e.doubts.each { |doubt| Jekyll.logger.warn "Doubt:", doubt.to_s }
      e.faults.each { |fault| Jekyll.logger.error "Fault:", fault.to_s }
      raise BuildStopped, "#{e.faults.length == 1 ? "a fault" : "#{e.faults.length} faults"} in the data, told above"
    end
  end
end
