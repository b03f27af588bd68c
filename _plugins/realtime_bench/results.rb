# frozen_string_literal: true

require_relative "data_package"
require_relative "dataset"
require_relative "fault"
require_relative "page_figures"
require_relative "registry"
require_relative "result_folder"
require_relative "schemas"
require_relative "server_facts"
require_relative "tally"

module RealtimeBench
  # Everything that the data folder holds: read, checked, summarised. The one entry for Jekyll and the tests.
  class Results
    attr_reader :datasets, :data_packages, :files, :runs, :server_facts

    # `server_facts` is nil where none are there.
    # @param folder [String] the data folder
    # @param name [String] its name in messages and links, e.g. "data"
    # @param schema_folder [String] where the schemas are
    # @raise [BrokenData] with every fault of every file
    def initialize(folder, name, schema_folder)
      registry = Registry.new(folder, name, Schemas.new(schema_folder))
      tallies = registry.comparisons.to_h do |comparison|
        [comparison, Tally.new(comparison, Dataset.metric_fields(comparison, registry))]
      end
      source = ResultFolder.new(folder, name, registry)
      faults = source.read { |comparison, file| tallies.fetch(comparison).absorb(file) }
      faults += tallies.each_value.flat_map(&:faults)
      facts = ServerFacts.new(folder, name, registry)
      faults += facts.faults
      raise BrokenData, faults if faults.any?

      summarise(tallies, registry)
      @server_facts = facts.to_h
    end

    private

    # `datasets` and `data_packages` (files by name, of those that have results) by comparison id; `files` and `runs` list
    # those of all comparisons.
    def summarise(tallies, registry)
      made = tallies.map { |comparison, tally| Dataset.new(comparison, registry, tally) }
      ids = tallies.keys.map { |comparison| comparison["id"] }
      @datasets = ids.zip(made.map(&:to_h)).to_h
      @data_packages = packages(tallies.keys, made, registry)
      @files = made.flat_map(&:files)
      @runs = made.flat_map(&:runs)
    end

    def packages(comparisons, made, registry)
      filled = comparisons.zip(made).reject { |_comparison, dataset| dataset.runs.empty? }
      filled.to_h do |comparison, dataset|
        [comparison["id"], DataPackage.new(PageFigures.round(dataset.merged), comparison, registry).files]
      end
    end
  end
end
