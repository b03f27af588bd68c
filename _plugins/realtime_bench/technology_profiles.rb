# frozen_string_literal: true

require_relative "charts/chart_spec"
require_relative "tables/technology_figures"

module RealtimeBench
  # All that the data has of each technology, for its page.
  class TechnologyProfiles
    # Columns of what a server costs before anyone connects (data/servers.json).
    FACTS = [
      { "fact" => "source_lines", "label" => "Code", "unit" => "lines" },
      { "fact" => "configuration_lines", "label" => "Configuration", "unit" => "lines" },
      { "fact" => "build_s", "label" => "Build", "unit" => "s" },
      { "fact" => "artifact_mib", "label" => "Artifact", "unit" => "MiB" },
      { "fact" => "ready_median_ms", "label" => "Ready", "unit" => "ms" },
      { "fact" => "idle_memory_mib", "label" => "Idle memory", "unit" => "MiB" },
    ].freeze

    # Every technology that was measured here, in the order of comparisons and registry.
    # @param data [Hash] site.data
    # @return [Hash{String => Array<String>}] its id to the ids of its comparisons
    def self.comparisons(data)
      data["comparisons"].each_with_object({}) do |comparison, found|
        measured_here(data[comparison["id"]]).each { |technology| (found[technology["id"]] ||= []) << comparison["id"] }
      end
    end

    # The technologies of a dataset but those of which it has imported figures alone that don't state their machine, such as a
    # study's: those were measured elsewhere, and can't stand beside the others.
    def self.measured_here(dataset)
      cells = Cells.new(dataset)
      indexes = cells.indexes({}).reject { |index| cells.runs_of(index).first.then { |run| run["source"] && !run["machine"] } }
      indexes.map { |index| cells.technology_at(index) }.uniq.reject { |technology| technology["published"] }
    end

    @of_sites = {}.compare_by_identity

    # A build begins, whose data is read.
    # @param site [Jekyll::Site]
    def self.begin(site)
      @of_sites[site] = new(site.data)
    end

    # @return [TechnologyProfiles] of the build that is under way
    def self.of(site)
      @of_sites[site]
    end

    # @param data [Hash] site.data
    def initialize(data)
      @data = data
      @comparisons = TechnologyProfiles.comparisons(data)
      @measured = @comparisons.values.flatten.uniq.to_h { |id| [id, TechnologyProfiles.measured_here(data[id])] }
    end

    # @param id [String] of a technology with results
    # @return [Hash] the "technology" as the registry has it, the "comparisons" that have results of it, each with its "title",
    #   the technologies measured "beside" it (itself among them), its "page", rows of "figures" and the "sketch" (a ChartSpec;
    #   nil where nothing makes a line), the one to "lead" with, the "versions" measured, newest first, and the "facts" of its
    #   server
    def profile(id)
      comparisons = @comparisons.fetch(id)
      described = comparisons.to_h { |comparison| [comparison, of_comparison(id, comparison)] }
      lead = comparisons.find { |comparison| scoreboard(comparison) } || comparisons.first
      { "technology" => entry(id, comparisons.first), "versions" => versions(id), "facts" => facts(id),
        "comparisons" => described.values, "lead" => described[lead], }
    end

    private

    def entry(id, comparison)
      @data[comparison]["technologies"].find { |technology| technology["id"] == id }
    end

    def of_comparison(id, comparison)
      { "title" => @data[comparison].dig("comparison", "title"), "page" => @data["comparison_pages"][comparison],
        "figures" => figures(comparison).rows(entry(id, comparison)), "sketch" => sketch(comparison),
        "beside" => @measured[comparison], }
    end

    def figures(comparison)
      (@figures ||= {})[comparison] ||=
        TechnologyFigures.of_comparison(scoreboard(comparison), @data[comparison], @measured[comparison], @data)
    end

    def scoreboard(comparison)
      @data["comparisons"].find { |one| one["id"] == comparison }["scoreboard"]
    end

    # The first metric of which lines can be drawn, along the last dimension, else in the cell that its page opens with.
    # @return [ChartSpec, nil]
    def sketch(comparison)
      dataset = @data[comparison]
      fixed = dataset["opening_cell"].except(dataset.dig("comparison", "dimensions").last["id"])
      metric = metric_with_lines(Cells.new(dataset), fixed, @measured[comparison])
      ChartSpec.new({ "kind" => "line", "y" => metric["id"], **fixed }, dataset) if metric
    end

    def metric_with_lines(cells, fixed, technologies)
      indexes = cells.indexes(fixed).select { |index| technologies.include?(cells.technology_at(index)) }
      cells.dataset["metrics"].find do |metric|
        field = metric["statistics"].values.first
        measured = indexes.select { |index| cells.figure(field, index) }
        measured.map { |index| cells.technology_at(index) }.tally.any? { |_technology, points| points > 1 }
      end
    end

    # @return [Array<Hash>] "words" and the "day" of the newest run that has these
    def versions(id)
      stated_versions.fetch(id, []).uniq { |one| one["words"] }
    end

    # @return [Hash{String => Array<Hash>}] of each technology, newest first
    def stated_versions
      @stated_versions ||= begin
        files = @data["result_files"].values.flatten(1).sort_by { |file| file["started_at"].to_s }.reverse
        stated = files.flat_map { |file| file["servers"].map { |server| [server, file["started_at"].to_s[0, 10]] } }
        stated.select { |server, _day| server["versions"] }.group_by { |server, _day| server["technology"] }
              .transform_values { |all| all.map { |server, day| { "words" => in_words(server["versions"]), "day" => day } } }
      end
    end

    def in_words(versions)
      versions.map { |pair| pair.join(" ") }.join(", ")
    end

    def facts(id)
      look = servers.find { |server| server["technology"] == id }&.fetch("look")
      look ? server_figures.rows(look) : []
    end

    def server_figures
      @server_figures ||= begin
        columns = FACTS.map { |fact| ScoreboardColumns.of(fact, nil, servers, {}) }
        TechnologyFigures.new(columns, servers.map { |server| server["look"] })
      end
    end

    def servers
      @data.dig("server_facts", "servers").to_a
    end
  end
end
