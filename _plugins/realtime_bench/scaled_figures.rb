# frozen_string_literal: true

module RealtimeBench
  # Derived figures that are another field's, times and over what a whole cell has in common: memory per user is memory over
  # rooms and users. They are worked out a cell, not a row. Pages leave them out, and scripts work them out as this does
  # (assets/js/results/scaled.js).
  module ScaledFigures
    module_function

    # @param dataset [Hash] contract 2 without its scaled figures
    # @return [Hash] contract 2
    def fill(dataset)
      cells = dataset["cells"]
      made = formulas(dataset).transform_values { |formula| column(cells, **formula.transform_keys(&:to_sym)) }
      { **dataset, "cells" => { **cells, **made } }
    end

    # @return [Array<String>] the fields of a dataset that are scaled
    def fields(dataset)
      formulas(dataset).keys
    end

    def formulas(dataset)
      dimensions = dataset["comparison"]["dimensions"].map { |dimension| dimension["id"] }
      metrics = dataset["metrics"].select { |metric| scaled?(metric["derived"], dimensions) }
      all = metrics.flat_map { |metric| metric["statistics"].values.product([metric["derived"]]) }
      cells = dataset["cells"]
      all.select { |_field, formula| cells[formula["times"].first].is_a?(Hash) }.to_h
    end

    def scaled?(formula, dimensions)
      formula && formula["times"].length == 1 && formula["times"].first.is_a?(String) && (formula["per"] - dimensions).empty?
    end

    def column(cells, times:, per:, factor: 1)
      base = cells.fetch(times.first)
      divisors = per.map { |field| cells.fetch(field) }.transpose.map { |values| values.reduce(:*) }
      base.transform_values do |figures|
        figures.zip(divisors).map { |figure, divisor| figure && (factor * figure.to_f / divisor) }
      end
    end
  end
end
