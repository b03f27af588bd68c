# frozen_string_literal: true

require_relative "../statistic"

module RealtimeBench
  module Svg
    # A metric in the statistic that a page draws at first: the first of the dataset's first metric, or the metric's own
    # first where it lacks that.
    class Measure
      attr_reader :metric, :statistic

      # @param cells [Cells]
      # @param metric [Hash]
      def initialize(cells, metric)
        @cells = cells
        @metric = metric
        wanted = cells.dataset.fetch("metrics").first["statistics"].keys.first
        @statistic = metric["statistics"].key?(wanted) ? wanted : metric["statistics"].keys.first
      end

      # "Latency, mean (ms)"
      def title
        "#{metric["label"]}, #{Statistic.label(statistic)} (#{metric["unit"]})"
      end

      # The field of the dataset's cells that holds it.
      def field
        metric["statistics"].fetch(statistic)
      end

      # Mean or half-width of a cell; nil where it has none.
      def at(index, part = "mean")
        @cells.figure(field, index, part)
      end

      # What the cell's run measured of client and machine alone; nil where it has not.
      def noise_floor(index)
        @cells.dataset.fetch("runs")[@cells.at("run", index)]["noise_floor"]&.fetch(field, nil)
      end
    end
  end
end
