# frozen_string_literal: true

# Reads, checks and summarises the result files, and hands Liquid site.data.COMPARISON (a dataset as
# schema/dataset.json describes it), site.data.result_files, and site.data.server_facts where there are any.
# Stops the build, before anything is written, with every fault of every file. Doubts are told, and the build goes on.

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
      tell("Doubt:", results.doubts)
    rescue BrokenData => e
      tell("Doubt:", e.doubts)
      tell("Fault:", e.faults)
      raise BuildStopped, "#{e.faults.length == 1 ? "a fault" : "#{e.faults.length} faults"} in the data, told above"
    end

    private

    # A doubt too as what Jekyll calls an error: its warnings are lost in a quiet build, as script/build runs it.
    def tell(what, found)
      found.each { |fault| Jekyll.logger.error what, fault.to_s }
    end
  end
end
