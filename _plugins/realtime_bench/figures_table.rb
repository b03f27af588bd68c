# frozen_string_literal: true

require_relative "cells"
require_relative "figure_format"
require_relative "statistic"

module RealtimeBench
  # A chart's figures as a table that Liquid only has to walk: headings and rows of finished texts.
  class FiguresTable
    # @param cells [Cells]
    # @param metrics [Array<Hash>] whose figures to list, as in data/metrics.yml
    # @param every_statistic [Boolean] all of a metric's statistics, or its default one only
    # @param places [Array<String>] ids of the dimensions and axes to list before the figures
    def initialize(cells, metrics, every_statistic:, places: [])
      @cells = cells
      @columns = metrics.flat_map do |metric|
        statistics = metric["statistics"].to_a
        (every_statistic ? statistics : statistics.first(1)).map { |id, field| [metric, id, field] }
      end
      comparison = cells.dataset.fetch("comparison")
      @places = (comparison["dimensions"] + comparison["axes"]).uniq { |entry| entry["id"] }
                                                               .select { |entry| places.include?(entry["id"]) }
    end

    # @return [Array<String>] labels of the columns that say where a cell is
    def place_labels
      @places.map { |entry| entry["label"] }
    end

    # @return [Array<Hash>] "metric", "statistic", "label", "unit" of the columns with figures
    def headings
      several = @columns.map { |metric, *| metric["id"] }.uniq.length > 1
      @columns.map do |metric, statistic, _field|
        name = Statistic.label(statistic)
        label = several ? "#{metric["label"]}, #{name}" : name.sub(/\A[a-z]+\z/, &:capitalize)
        { "metric" => metric["id"], "statistic" => statistic, "label" => label, "unit" => metric["unit"] }
      end
    end

    # @return [Array<Hash>] per cell "technology" (a hash), "places" (texts), "n", "figures" (hashes with
    #   "metric", "statistic", "text") and "marks" (texts)
    # @param indexes [Array<Integer>] of the cells to list
    def rows(indexes)
      indexes.map do |index|
        {
          "technology" => @cells.technology_at(index), "n" => @cells.at("n", index),
          "places" => @places.map { |entry| FigureFormat.count(@cells.at(entry["id"], index)) },
          "figures" => @columns.map { |metric, statistic, field| figure(metric, statistic, field, index) },
          "marks" => marks(index),
        }
      end
    end

    private

    # The interval goes with the default statistic.
    def figure(metric, statistic, field, index)
      half_width = @cells.figure(field, index, "ci95") if metric["statistics"].first.first == statistic
      { "metric" => metric["id"], "statistic" => statistic,
        "text" => FigureFormat.interval(@cells.figure(field, index), half_width), }
    end

    def expected(index)
      FigureFormat.count(@cells.at("expected_deliveries", index))
    end

    # What a reader has to know before trusting the cell.
    def marks(index)
      n = @cells.at("n", index)
      lost = @cells.at("lost_deliveries", index).to_i
      duplicated = @cells.at("duplicated_deliveries", index).to_i
      out_of_order = @cells.at("out_of_order_deliveries", index).to_i
      unfinished = @cells.at("unfinished_iterations", index)
      saturated = @cells.at("saturated_iterations", index)
      [
        lost.positive? && "#{FigureFormat.count(lost)} of #{expected(index)} deliveries lost",
        duplicated.positive? && "#{FigureFormat.count(duplicated)} deliveries duplicated",
        out_of_order.positive? && "#{FigureFormat.count(out_of_order)} deliveries out of order",
        unfinished.positive? && "#{unfinished} of #{n} iterations unfinished",
        saturated.positive? && "client saturated in #{saturated} of #{n} iterations",
      ].select(&:itself)
    end
  end
end
