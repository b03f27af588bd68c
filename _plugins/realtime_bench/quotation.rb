# frozen_string_literal: true

require_relative "cells"
require_relative "fault"
require_relative "figure_format"

module RealtimeBench
  # A figure for a sentence: one statistic of one metric in one cell of one technology, with its unit.
  class Quotation
    WORDS = %w[comparison technology metric statistic].freeze

    # @param words [Hash] what a page asks for: technology, metric, the dimensions, perhaps statistic
    # @param dataset [Hash] contract 2
    def initialize(words, dataset)
      @words = words
      @cells = Cells.new(dataset)
    end

    # @return [String] e.g. "1,234 ms"; a dash while there are no results at all
    # @raise [UnknownWord] if the data does not have it
    def to_s
      check_names
      metric = @cells.metric(@words["metric"])
      field = field_of(metric)
      return FigureFormat::MISSING if @cells.empty?

      value = @cells.figure(field, index)
      raise UnknownWord.new("figure", "#{metric["id"]} of #{place}", []) if value.nil?

      FigureFormat.with_unit(FigureFormat.figure(value), metric["unit"])
    end

    private

    def check_names
      known = WORDS + dimension_ids
      unknown = (@words.keys - known).first
      raise UnknownWord.new("word", unknown, known) if unknown

      missing = dimension_ids.find { |id| !@words.key?(id) }
      raise UnknownWord.new("value of #{missing}", nil, @cells.places.map { |cell| cell[missing] }.uniq.sort) if missing
    end

    def dimension_ids
      @cells.dimensions.map { |dimension| dimension["id"] }
    end

    def field_of(metric)
      statistics = metric["statistics"]
      id = @words["statistic"] || statistics.keys.first
      statistics.fetch(id) { raise UnknownWord.new("statistic of #{metric["id"]}", id, statistics.keys) }
    end

    def place
      "#{@words["technology"]} with #{@cells.place_in_words(@cells.fixed(@words))}"
    end

    def index
      technology = @cells.technology(@words["technology"])
      candidates = @cells.indexes({}).select { |cell| @cells.technology_at(cell).equal?(technology) }
      found = (candidates & @cells.indexes(@cells.fixed(@words))).first
      return found if found

      known = candidates.map { |cell| @cells.place_in_words(dimension_ids.to_h { |id| [id, @cells.at(id, cell)] }) }
      raise UnknownWord.new("cell", place, known.map { |text| "(#{text})" })
    end
  end
end
