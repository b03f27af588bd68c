# frozen_string_literal: true

require_relative "process_figures"
require_relative "runs"
require_relative "scaled_figures"
require_relative "student_t"
require_relative "summary"
require_relative "tally"

module RealtimeBench
  # Contract 2: what a page needs of one comparison, as schema/dataset.json describes it. Columns, one entry
  # a cell.
  class Dataset
    # @param comparison [Hash] as in the registry
    # @param registry [Registry]
    # @param tally [Tally] of the comparison's files
    def initialize(comparison, registry, tally)
      @comparison = comparison
      @registry = registry
      @tally = tally
      @all_runs = Runs.new(tally.runs.values)
      @summary = Summary.new(StudentT.new(registry.schemas.student_t))
      @summaries = {}.compare_by_identity
    end

    # The fields whose values a tally has to keep for the dataset of this comparison.
    # @return [Hash] each with what it is made of, nil where result files hold it
    def self.metric_fields(comparison, registry)
      dimensions = comparison["dimensions"].map { |dimension| dimension["id"] }
      metrics = registry.metrics_of(comparison).reject { |metric| ScaledFigures.scaled?(metric["derived"], dimensions) }
      metrics.flat_map { |metric| metric["statistics"].values.product([metric["derived"]]) }.to_h
    end

    # What a page shows unless it is asked for other runs: of each technology one.
    # @return [Hash] the dataset, as schema/dataset.json describes it, without scaled figures
    def to_h
      choose { |run, technology| shown?(run, technology) }
    end

    # All runs of all technologies.
    # @return [Hash] likewise
    def merged
      choose { true }
    end

    # What the servers' processes took, of the cells shown that tell.
    # @return [Array<Hash>] technology, the dimensions, and what ProcessFigures makes of them
    def processes
      shown = cells(@all_runs.to_a) { |run, technology| shown?(run, technology) }.map(&:last)
      shown.reject { |cell| cell.processes.empty? }.map do |cell|
        { "technology" => cell.technology, **dimension_ids.zip(cell.dimensions).to_h,
          **ProcessFigures.new(@summary, cell.processes.values).to_h, }
      end
    end

    # What has been read, for the list of files.
    # @return [Array<Hash>] path, comparison, rows, technologies, servers, notes and machine (as in schema/result.json),
    #   started_at, run (its id) and whether a page shows it
    def files
      @tally.sources.sort_by(&:path).map do |source|
        shown = source.technologies.any? { |technology| shown?(source.run, technology) }
        { "path" => source.path, "comparison" => @comparison["id"], "rows" => source.row_count,
          "technologies" => source.technologies, "servers" => source.servers, "notes" => source.notes,
          "machine" => source.run.statement&.dig("machine"), "started_at" => source.run.statement&.fetch("started_at"),
          "run" => @all_runs.id(source.run), "shown" => shown, }
      end
    end

    # The runs to choose from.
    # @return [Array<Hash>] comparison, technologies (their names), and each as in a dataset; newest first
    def runs
      @all_runs.map do |run|
        { "comparison" => @comparison["id"], "technologies" => names(@all_runs.technologies(run)), **run_statement(run) }
      end
    end

    private

    def shown?(run, technology)
      @all_runs.shown[technology].equal?(run)
    end

    # The dataset of the technologies of runs that the block chooses.
    # @yieldparam run [Tally::Run]
    # @yieldparam technology [String] its id
    def choose(&chosen)
      runs = @all_runs.select { |run| @all_runs.technologies(run).any? { |technology| chosen.call(run, technology) } }
      {
        "comparison" => @comparison.slice("id", "title", "dimensions", "axes"),
        "metrics" => @registry.metrics_of(@comparison),
        "technologies" => technologies,
        "shown" => shown_at_first,
        "runs" => runs.map { |run| run_statement(run) },
        "cells" => columns(cells(runs, &chosen)),
      }
    end

    def run_statement(run)
      statement = run.statement || {}
      {
        "id" => @all_runs.id(run), "name" => @all_runs.name(run),
        "files" => run.files.sort, "started_at" => statement["started_at"],
        "client" => statement["client"]&.slice("name", "version"), "commit" => statement.dig("client", "commit"),
        "command" => run.commands.empty? ? nil : run.commands.join("\n"), "machine" => statement["machine"],
        "source" => statement["source"], "noise_floor" => statement["noise_floor"],
      }
    end

    def technologies
      @technologies ||= begin
        known = @registry.technologies.select { |technology| @all_runs.shown.key?(technology["id"]) }
        unknown = (@all_runs.shown.keys - known.map { |technology| technology["id"] }).sort
        known + unknown.each_with_index.map { |id, index| spare_look(id, index) }
      end
    end

    # The comparison's own choice, and whatever the registry does not know, as its file was put there to be seen;
    # all where there are no more than chosen, or none of the chosen.
    def shown_at_first
      ids = technologies.map { |technology| technology["id"] }
      chosen = @comparison.fetch("shown", [])
      return ids if ids.length <= chosen.length || (ids & chosen).empty?

      ids & (chosen + (ids - @registry.technologies.map { |technology| technology["id"] }))
    end

    def names(ids)
      technologies.select { |technology| ids.include?(technology["id"]) }.map { |technology| technology["name"] }
    end

    # The palette's looks in turn; when they are used up, its colours with another shape and dash.
    def spare_look(id, index)
      palette = @registry.palette
      round, place = index.divmod(palette.length)
      color, shape, dash = [place, place + round, place + (2 * round)].map { |slot| palette[slot % palette.length] }
      { "id" => id, "name" => id, "family" => id, "color" => color["color"], "shape" => shape["shape"], "dash" => dash["dash"] }
    end

    # The chosen cells, each as its technology's index, its run's and itself, in the order of technology, dimensions and run.
    def cells(runs)
      order = technologies.each_with_index.to_h { |technology, index| [technology["id"], index] }
      found = runs.each_with_index.flat_map do |run, run_index|
        run.cells.each_value.select { |cell| yield run, cell.technology }.map { |cell| [order[cell.technology], run_index, cell] }
      end
      found.sort_by { |index, run_index, cell| [index, *cell.dimensions, run_index] }
    end

    def columns(chosen)
      members = chosen.map(&:last)
      {
        "technology" => chosen.map(&:first),
        "run" => chosen.map { |_index, run_index, _cell| run_index },
        "file" => members.map(&:file),
        **dimension_columns(members), **axis_columns(members),
        "n" => members.map { |cell| cell.iterations.length },
        "unfinished_iterations" => members.map(&:unfinished),
        "saturated_iterations" => members.map(&:saturated),
        **CellTally::SUMS.to_h { |field| [field, members.map { |cell| cell.sums[field] }] },
        **metric_columns(members),
      }
    end

    def dimension_ids
      @comparison["dimensions"].map { |dimension| dimension["id"] }
    end

    def dimension_columns(members)
      dimension_ids.each_with_index.to_h { |id, slot| [id, members.map { |cell| cell.dimensions[slot] }] }
    end

    def axis_columns(members)
      @comparison["axes"].reject { |axis| dimension_ids.include?(axis["id"]) }.to_h do |axis|
        [axis["id"], members.map { |cell| product(axis, cell) }]
      end
    end

    def product(axis, cell)
      values = dimension_ids.zip(cell.dimensions).to_h.merge(cell.factors.transform_values(&:to_i))
      axis["product"].map { |field| values.fetch(field) }.reduce(:*)
    end

    def metric_columns(members)
      Dataset.metric_fields(@comparison, @registry).keys.filter_map do |field|
        summaries = members.map { |cell| summary(cell, field) }
        next if summaries.all? { |mean, _half_width| mean.nil? }

        [field, { "mean" => summaries.map(&:first), "ci95" => summaries.map(&:last) }]
      end.to_h
    end

    # Made once for both datasets.
    def summary(cell, field)
      (@summaries[cell] ||= {})[field] ||= @summary.call(cell.figures[field])
    end
  end
end
