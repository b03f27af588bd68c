# frozen_string_literal: true

require_relative "caveats"

module RealtimeBench
  module Svg
    # The points of a line chart, as assets/js/charts/line.js has them: of every technology shown, at every x that any
    # technology of the same run has, shown or not.
    class LineSeries
      Series = Struct.new(:technology, :points)
      # `y` and `ci95` are nil where nothing was measured, `cell` where there is no cell.
      Point = Struct.new(:x, :y, :ci95, :cell, :saturated, :lost, :unfinished, keyword_init: true)

      # @param cells [Cells]
      # @param axis [String] id of the x axis
      # @param measure [Measure]
      # @param fixed [Hash] dimension id to value
      def initialize(cells, axis, measure, fixed)
        @cells = cells
        @axis = axis
        @measure = measure
        @by_technology = cells.indexes(fixed).group_by { |index| cells.technology_at(index)["id"] }
      end

      # @param ids [Array<String>] of the technologies shown
      # @return [Array<Series>] in the dataset's order
      def of(ids)
        technologies = @cells.dataset.fetch("technologies").select { |technology| ids.include?(technology["id"]) }
        technologies.map { |technology| Series.new(technology, points(@by_technology.fetch(technology["id"], []))) }
      end

      private

      def points(indexes)
        return [] if indexes.empty?

        cell_at = indexes.to_h { |index| [@cells.at(@axis, index), index] }
        xs_of_run.fetch(run_of(indexes)).map { |x| cell_at.key?(x) ? measured(x, cell_at[x]) : Point.new(x: x) }
      end

      def xs_of_run
        @xs_of_run ||= @by_technology.values.group_by { |indexes| run_of(indexes) }.transform_values do |lists|
          lists.flatten.map { |index| @cells.at(@axis, index) }.uniq.sort
        end
      end

      # All cells of a technology are of one run.
      def run_of(indexes)
        @cells.at("run", indexes.first)
      end

      def measured(x, index)
        Point.new(x: x, y: @measure.at(index), ci95: @measure.at(index, "ci95"), cell: index, **Caveats.of(@cells, index))
      end
    end
  end
end
