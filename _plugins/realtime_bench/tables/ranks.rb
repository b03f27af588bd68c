# frozen_string_literal: true

require_relative "../figures/ranked_cells"
require_relative "scoreboard_columns"

module RealtimeBench
  # The technologies of one cell by one figure, each a dot on the scale that the metric's charts open with.
  class Ranks
    # @param words [Hash] as RankedCells takes them, perhaps title
    # @param dataset [Hash] contract 2
    # @raise [UnknownWord]
    def initialize(words, dataset)
      @ranked = RankedCells.new(words, dataset, %w[title])
      @indexes = @ranked.indexes
      @figures = @indexes.map { |index| ScoreboardColumns.measured(@ranked.words, index) }
      @scale = ScoreboardColumns.scale(@figures, metric["scale"]) unless @figures.empty?
    end

    # @return [String] what the page calls it, else the metric, with the statistic where it has several
    def title
      named = [metric["label"], (Statistic.label(@ranked.words.statistic) if metric["statistics"].size > 1)]
      @ranked.words["title"] || named.compact.join(" ")
    end

    def unit
      metric["unit"]
    end

    # @return [Hash] the cell: the values of the dimensions, by id
    def at
      @ranked.place
    end

    # The cell in words: "1 room, 20 users".
    def place
      @ranked.cells.place_in_words(@ranked.place)
    end

    # Which end comes first, "lowest" or "highest".
    def from
      @ranked.from
    end

    def log?
      @scale.is_a?(ScoreboardColumns::LogScale)
    end

    # What client and machine show by themselves, the most of the runs drawn, as a band beside the first row's figure.
    # @return [Hash, nil] "text", and the shares of the scale at which the band begins ("low") and ends ("high")
    def floor
      floors = @indexes.filter_map { |index| @ranked.words.noise_floor(index) }
      return if floors.empty?

      first = @figures.first.value
      ends = [first, from == "highest" ? first - floors.max : first + floors.max].sort
      low, high = ends.map { |value| ScoreboardColumns.short(@scale.share(value)) }
      { "text" => @ranked.words.write(floors.max), "low" => low, "high" => high }
    end

    # @return [Array<Hash>] "technology" (a hash), "cell", as ScoreboardColumns::Figure#on gives it, and "failure", why the cell
    #   failed (a text or nil)
    def rows
      @indexes.zip(@figures).map do |index, figure|
        { "technology" => @ranked.cells.technology_at(index), "cell" => figure.on(@scale),
          "failure" => @ranked.cells.failure(index), }
      end
    end

    private

    def metric
      @ranked.words.metric
    end
  end
end
