# frozen_string_literal: true

require_relative "cells"
require_relative "unknown_word"
require_relative "figure_format"
require_relative "statistic"

module RealtimeBench
  # The words by which a sentence asks for figures: a metric, perhaps one of its statistics, values of
  # dimensions, and what the kind of sentence needs besides.
  class FigureWords
    COMMON = %w[comparison metric statistic].freeze

    attr_reader :cells, :metric, :statistic

    # @param words [Hash] as the page gives them
    # @param dataset [Hash] contract 2
    # @param own [Array<String>] further words that may be given
    # @raise [UnknownWord] at the first word that the data does not know
    def initialize(words, dataset, own)
      @words = words
      @cells = Cells.new(dataset)
      check_names(COMMON + own + dimension_ids)
      @metric = @cells.metric(words["metric"])
      @statistic = words["statistic"] || metric["statistics"].keys.first
      @field = field
    end

    def [](word)
      @words[word]
    end

    # @return [Hash] the given dimensions' values, by id
    def fixed
      @fixed ||= @cells.fixed(@words)
    end

    # Whether a technology is among those that the word `among` names, as in among="vertx, node-ws"; without it all are but what a
    # study published, which was measured elsewhere.
    # @param technology [Hash] as in the dataset
    def among?(technology)
      return !technology["published"] unless @words.key?("among")

      @among ||= @words["among"].to_s.split(",").map { |id| cells.technology(id.strip) }
      @among.any? { |one| one.equal?(technology) }
    end

    # @param except [String, nil] a dimension that may be left open
    # @return [Hash] as `fixed`
    # @raise [UnknownWord] if another dimension is not given
    def whole_place(except: nil)
      missing = dimension_ids.find { |id| id != except && !@words.key?(id) }
      raise UnknownWord.new("value of #{missing}", nil, @cells.values(missing)) if missing

      fixed
    end

    # @return [Float, nil] the figure of a cell, or the half-width of its interval
    def figure(index, part = "mean")
      @cells.figure(@field, index, part)
    end

    # Whether a cell's figure is the least that it can be, as the client may have been the limit of an iteration.
    def open?(index)
      metric["open_where_saturated"] && cells.at("saturated_iterations", index).positive?
    end

    # @return [Float, nil] the highest mean of any of a cell's runs
    def highest(index)
      @cells.highest(@field, index)
    end

    # @return [Float, nil] what the run of a cell measured of client and machine alone, of several the most
    def noise_floor(index)
      cells.runs_of(index).filter_map { |run| run.dig("noise_floor", @field) }.max
    end

    # @return [String] a value of the metric with its unit
    def write(value)
      FigureFormat.with_unit(FigureFormat.figure(value), metric["unit"])
    end

    private

    def check_names(known)
      unknown = (@words.keys - known).first
      raise UnknownWord.new("word", unknown, known) if unknown
    end

    def dimension_ids
      @cells.dimensions.map { |dimension| dimension["id"] }
    end

    def field
      statistics = metric["statistics"]
      statistics.fetch(statistic) { raise UnknownWord.new("statistic of #{metric["id"]}", statistic, statistics.keys) }
    end
  end
end
