# frozen_string_literal: true

# Has script/read-results.mjs read, check and summarise the data folder, and hands Liquid what it found: the registries by their
# names, site.data.COMPARISON (a dataset as schema/dataset.json describes it), by comparison site.data.result_files,
# site.data.result_runs, site.data.repetitions (what is shown, as each of several runs alone has it), site.data.with_runs (the
# same as these two, with the technologies of each run by itself beside; nil where there is but one run) and site.data.processes,
# site.data.page_datasets (what pages carry for their scripts), site.data.data_packages (files to publish, by comparison and
# name), and site.data.server_facts where there are any. Stops the build, before anything is written, with every fault of every
# file. Doubts are told, and where a comparison mixes machines, and the build goes on.

require "jekyll"
require_relative "realtime_bench/machines"
require_relative "realtime_bench/node"
require_relative "stop_cleanly"

module RealtimeBench
  class ReadResults < Jekyll::Generator
    safe true
    priority :highest

    # What is handed over under a name of its own.
    NAMES = { "files" => "result_files", "runs" => "result_runs" }.freeze

    def generate(site)
      found = read(site)
      tell("Doubt:", found["doubts"])
      stop(found["faults"]) if found["faults"].any?

      hand_over(found, site.data)
      tell("Warning:", site.data["result_files"].filter_map { |id, files| mixture(id, files, site.data[id]["shown"]) })
    end

    private

    def read(site)
      folder = site.config["data_dir"].chomp("/")
      Node.json("read-results.mjs", site.in_source_dir(folder), folder)
    rescue Node::Failed => e
      raise BuildStopped, e.message
    end

    def stop(faults)
      tell("Fault:", faults)
      raise BuildStopped, "#{faults.length == 1 ? "a fault" : "#{faults.length} faults"} in the data, told above"
    end

    def hand_over(found, data)
      data.merge!(found["registry"], found["datasets"])
      %w[files runs repetitions with_runs processes page_datasets data_packages server_facts].each do |name|
        data[NAMES.fetch(name, name)] = found[name] if found[name]
      end
    end

    # @return [String, nil] nil where the comparison shows figures of one machine
    def mixture(comparison, files, technologies)
      machines = Machines.of(files, technologies)
      return if machines.length < 2

      found = machines.map { |machine| "#{machine["files"].join(", ")} from #{machine["machine"]}" }
      "the charts of #{comparison} mix files from different machines: #{found.join("; ")}"
    end

    # What is no fault too as what Jekyll calls an error: its warnings are lost in a quiet build, as script/build runs it.
    def tell(what, found)
      found.each { |words| Jekyll.logger.error what, words }
    end
  end
end
