# frozen_string_literal: true

require_relative "data_package"
require_relative "dataset"
require_relative "fault"
require_relative "fault_order"
require_relative "gathering"
require_relative "kept_files"
require_relative "page_figures"
require_relative "registry"
require_relative "result_folder"
require_relative "rules"
require_relative "scaled_figures"
require_relative "schemas"
require_relative "server_facts"

module RealtimeBench
  # Everything that the data folder holds: read, checked, summarised. The one entry for Jekyll and the tests.
  class Results
    attr_reader :datasets, :data_packages, :processes, :files, :runs, :server_facts, :doubts

    # `server_facts` is nil where none are there; `doubts` are faults that may be none.
    # @param folder [String] the data folder
    # @param name [String] its name in messages and links, e.g. "data"
    # @param schema_folder [String] where the schemas are
    # @param now [Time] what dates of the future are told by
    # @param kept [KeptFiles, KeptFiles::None]
    # @raise [BrokenData] with every fault and doubt of every file
    def initialize(folder, name, schema_folder, now: Time.now, kept: KeptFiles::None)
      registry = Registry.new(folder, name, Schemas.new(schema_folder))
      source = ResultFolder.new(folder, name, registry, kept, &judge(registry, now))
      facts = ServerFacts.new(folder, name, registry)
      gathered = Gathering.of(source, registry)
      found = gathered.faults + facts.faults
      @doubts, faults = FaultOrder.arrange(found) { |path| source.text(path) }.partition(&:doubtful)
      raise BrokenData.new(faults, @doubts) if faults.any?

      summarise(gathered.tallies, registry)
      @server_facts = facts.to_h
    end

    private

    # @return [Proc] from a comparison and a file of it to its faults and doubts by the rules
    def judge(registry, now)
      rules = registry.comparisons.to_h { |comparison| [comparison, rules_for(comparison, registry, now)] }
      ->(comparison, file) { rules.fetch(comparison).judge(file) }
    end

    def rules_for(comparison, registry, now)
      dimensions = comparison["dimensions"].map { |dimension| dimension["id"] }
      known = registry.technologies.map { |technology| technology["id"] }
      Rules.new(registry.schemas.rules.fetch("rules"), dimensions, known, now: now)
    end

    # `datasets`, `processes` and `data_packages` (files by name, of those that have results) by comparison id; `files`, each
    # with its `doubts`, and `runs` list those of all comparisons.
    def summarise(tallies, registry)
      made = registry.comparisons.map { |comparison| Dataset.new(comparison, registry, tallies.fetch(comparison["id"])) }
      ids = tallies.keys
      @datasets = ids.zip(made.map(&:to_h)).to_h
      @processes = ids.zip(made.map(&:processes)).to_h
      @data_packages = packages(made, registry)
      @runs = made.flat_map(&:runs)
      told = doubts.group_by(&:path)
      @files = made.flat_map(&:files).each { |file| file["doubts"] = told.fetch(file["path"], []).map(&:to_s) }
    end

    def packages(made, registry)
      filled = registry.comparisons.zip(made).reject { |_comparison, dataset| dataset.runs.empty? }
      filled.to_h do |comparison, dataset|
        [comparison["id"], DataPackage.new(PageFigures.round(ScaledFigures.fill(dataset.merged)), comparison, registry).files]
      end
    end
  end
end
