# frozen_string_literal: true

require_relative "process_figures"
require_relative "student_t"
require_relative "summary"
require_relative "tally"

module RealtimeBench
  # Contract 2: what a page needs of one comparison, as schema/dataset.json describes it. Columns, one entry
  # a cell. Of each technology the cells are those of its newest run.
  class Dataset
    # @param comparison [Hash] as in the registry
    # @param registry [Registry]
    # @param tally [Tally] of the comparison's files
    def initialize(comparison, registry, tally)
      @comparison = comparison
      @registry = registry
      @tally = tally
      @summary = Summary.new(StudentT.new(registry.schemas.student_t))
    end

    # The fields whose values a tally has to keep for the dataset of this comparison.
    def self.metric_fields(comparison, registry)
      registry.metrics_of(comparison).flat_map { |metric| metric["statistics"].values }.uniq
    end

    # @return [Hash] the dataset, as schema/dataset.json describes it
    def to_h
      {
        "comparison" => @comparison.slice("id", "title", "dimensions", "axes"),
        "metrics" => @registry.metrics_of(@comparison),
        "technologies" => technologies,
        "shown" => shown_at_first,
        "runs" => shown_runs.map { |run| run_statement(run) },
        "cells" => columns,
      }
    end

    # What the servers' processes took, of the cells shown that tell.
    # @return [Array<Hash>] technology, the dimensions, and what ProcessFigures makes of them
    def processes
      cells.map(&:last).reject { |cell| cell.processes.empty? }.map do |cell|
        { "technology" => cell.technology, **dimension_ids.zip(cell.dimensions).to_h,
          **ProcessFigures.new(@summary, cell.processes.values).to_h, }
      end
    end

    # What has been read, for the list of files.
    # @return [Array<Hash>] path, comparison, rows, technologies, servers, notes and machine (as in schema/result.json),
    #   started_at and whether a page shows it
    def files
      @tally.sources.sort_by(&:path).map do |source|
        shown = source.technologies.any? { |technology| newest_runs[technology].equal?(source.run) }
        { "path" => source.path, "comparison" => @comparison["id"], "rows" => source.row_count,
          "technologies" => source.technologies, "servers" => source.servers, "notes" => source.notes,
          "machine" => source.run.statement&.dig("machine"), "started_at" => source.run.statement&.fetch("started_at"),
          "shown" => shown, }
      end
    end

    private

    # Technology id to the newest run that has it; of two equally new ones the one read last.
    def newest_runs
      @newest_runs ||= @tally.runs.values.each_with_index.sort_by { |run, index| [run.started, run.statement ? 1 : 0, index] }
                             .each_with_object({}) do |(run, _index), newest|
        run.cells.each_value { |cell| newest[cell.technology] = run }
      end
    end

    # Newest first.
    def shown_runs
      @shown_runs ||= newest_runs.values.uniq(&:object_id).sort_by { |run| [-run.started.to_r, run.files.min] }
    end

    def run_indexes
      @run_indexes ||= {}.compare_by_identity.merge!(shown_runs.each_with_index.to_h)
    end

    def run_statement(run)
      statement = run.statement || {}
      {
        "files" => run.files.sort, "started_at" => statement["started_at"],
        "client" => statement["client"]&.slice("name", "version"), "commit" => statement.dig("client", "commit"),
        "command" => run.commands.empty? ? nil : run.commands.join("\n"), "machine" => statement["machine"],
        "source" => statement["source"], "noise_floor" => statement["noise_floor"],
      }
    end

    def technologies
      @technologies ||= begin
        known = @registry.technologies.select { |technology| newest_runs.key?(technology["id"]) }
        unknown = (newest_runs.keys - known.map { |technology| technology["id"] }).sort
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

    # The palette's looks in turn; when they are used up, its colours with another shape and dash.
    def spare_look(id, index)
      palette = @registry.palette
      round, place = index.divmod(palette.length)
      color, shape, dash = [place, place + round, place + (2 * round)].map { |slot| palette[slot % palette.length] }
      { "id" => id, "name" => id, "family" => id, "color" => color["color"], "shape" => shape["shape"], "dash" => dash["dash"] }
    end

    # The cells that are shown, sorted by technology and dimensions.
    def cells
      order = technologies.each_with_index.to_h { |technology, index| [technology["id"], index] }
      shown = newest_runs.values.uniq(&:object_id).flat_map do |run|
        newest = run.cells.each_value.select { |cell| newest_runs[cell.technology].equal?(run) }
        newest.map { |cell| [order[cell.technology], run, cell] }
      end
      shown.sort_by { |index, _run, cell| [index, *cell.dimensions] }
    end

    def columns
      shown = cells
      members = shown.map(&:last)
      {
        "technology" => shown.map(&:first),
        "run" => shown.map { |_index, run, _cell| run_indexes.fetch(run) },
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
      Dataset.metric_fields(@comparison, @registry).filter_map do |field|
        summaries = members.map { |cell| @summary.call(cell.figures[field]) }
        next if summaries.all? { |mean, _half_width| mean.nil? }

        [field, { "mean" => summaries.map(&:first), "ci95" => summaries.map(&:last) }]
      end.to_h
    end
  end
end
