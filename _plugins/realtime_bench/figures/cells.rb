# frozen_string_literal: true

require_relative "../language"
require_relative "dimension"
require_relative "unknown_word"

module RealtimeBench
  # Looks things up in a dataset by the words that pages use: metrics, axes, dimensions, cells. A word that
  # the data does not know raises UnknownWord with those it knows.
  class Cells
    attr_reader :dataset

    # @param dataset [Hash] contract 2
    def initialize(dataset)
      @dataset = dataset
      @columns = dataset.fetch("cells")
    end

    def empty?
      @columns.fetch("technology").empty?
    end

    def dimensions
      dataset.dig("comparison", "dimensions")
    end

    # @return [Hash] the metric, as in data/metrics.yml
    def metric(id)
      find("metric", dataset.fetch("metrics"), id)
    end

    # @return [Hash] the axis, as in data/comparisons.yml; the first if no word is given
    def axis(id)
      axes = dataset.dig("comparison", "axes")
      id.nil? ? axes.first : find("axis", axes, id)
    end

    def technology(id)
      find("technology", dataset.fetch("technologies"), id)
    end

    # The values of the dimensions that `words` fixes, checked against the cells that there are.
    # @param words [Hash] a page's words, by name
    # @return [Hash] dimension id to value
    def fixed(words)
      given = dimensions.select { |dimension| words.key?(dimension["id"]) }
      given.each_with_object({}) do |dimension, fixed|
        id = dimension["id"]
        value = Dimension.value(dimension, words[id])
        check_value(id, value, words[id], fixed) unless empty?
        fixed[id] = value
      end
    end

    # Whether there is a cell where the dimensions have the values that `words` name.
    def measured?(words)
      place = dimensions.select { |dimension| words.key?(dimension["id"]) }
                        .to_h { |dimension| [dimension["id"], Dimension.value(dimension, words[dimension["id"]])] }
      indexes(place).any?
    end

    # The one cell that `words` name, or where they name none the one that the dataset opens with.
    # @return [Hash] as `fixed` gives it; empty where there is none
    def cell(words)
      given = fixed(words)
      given.empty? ? dataset["opening_cell"] || {} : given
    end

    # The indexes of the cells that have these values.
    # @param fixed [Hash] dimension id to value
    def indexes(fixed)
      columns = fixed.map { |id, value| [@columns.fetch(id), value] }
      (0...@columns.fetch("technology").length).select do |index|
        columns.all? { |column, value| column[index] == value }
      end
    end

    # The cells' places: each different set of dimensions once, sorted.
    # @return [Array<Hash>] dimension id to value
    def places
      ids = dimensions.map { |dimension| dimension["id"] }
      in_order(@columns.values_at(*ids).transpose.uniq.map { |values| ids.zip(values).to_h })
    end

    # @param places [Array<Hash>] of the same dimensions, perhaps not all
    # @return [Array<Hash>] by the first dimension, then by the next ones
    def in_order(places)
      places.sort_by do |place|
        dimensions.filter_map { |dimension| Dimension.order(dimension, place[dimension["id"]]) if place.key?(dimension["id"]) }
      end
    end

    # The values of a dimension, each once, in order: of all cells, or of those at a place.
    # @param fixed [Hash] dimension id to value
    def values(id, fixed = {})
      dimension = dimensions.find { |one| one["id"] == id }
      @columns.fetch(id).values_at(*indexes(fixed)).uniq.sort_by { |value| Dimension.order(dimension, value) }
    end

    # @return [Hash] dimension id to value of one cell
    def place_of(index)
      dimensions.to_h { |dimension| [dimension["id"], at(dimension["id"], index)] }
    end

    # A place in words: "2 rooms, 35 users".
    def place_in_words(place, language = Language.current)
      given = dimensions.reject { |dimension| place[dimension["id"]].nil? }
      given.map { |dimension| Dimension.in_words(dimension, place[dimension["id"]], language) }.join(", ")
    end

    # A column's value of one cell, e.g. at("n", 3).
    def at(column, index)
      @columns.fetch(column)[index]
    end

    # Mean or half-width of a metric's field in one cell; nil if no row has the field.
    # @param part [String] "mean" or "ci95"
    def figure(field, index, part = "mean")
      @columns.dig(field, part)&.at(index)
    end

    # Why iterations of a cell failed, in words; nil where none did.
    def failure(index)
      Language.current.retell(@columns["failure"]&.at(index))
    end

    # The highest mean of any of a cell's runs.
    def highest(field, index)
      figure(field, index, "highest") || figure(field, index)
    end

    # @return [Array<Hash>] the runs that a cell is of, the newest first
    def runs_of(index)
      dataset["runs"].values_at(*at("run", index))
    end

    def technology_at(index)
      dataset.fetch("technologies")[at("technology", index)]
    end

    private

    def find(kind, entries, id)
      entries.find { |entry| entry["id"] == id } or raise UnknownWord.new(kind, id, entries.map { |entry| entry["id"] })
    end

    # A value has to be there in a cell that has the values fixed before it.
    def check_value(id, value, word, fixed)
      known = values(id, fixed)
      raise UnknownWord.new("value of #{id}", word, known) unless known.include?(value)
    end
  end
end
