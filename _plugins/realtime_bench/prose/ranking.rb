# frozen_string_literal: true

require_relative "../figures/ranked_cells"

module RealtimeBench
  # Up to three technologies of one cell by one figure: {% ranking metric="latency" statistic="p99" rooms=1 users=60 first=3 %}.
  # RankedCells says by which words. What can be seen is not told: more of them are a table of marks, ranks.html.
  class Ranking
    MOST = 3

    # @param words [Hash] as RankedCells takes them
    # @param dataset [Hash] contract 2
    def initialize(words, dataset)
      @ranked = RankedCells.new(words, dataset)
    end

    # @return [String] e.g. "Go (0.310 ms), Node.js (0.520 ms)"; a dash while there are no results at all
    # @raise [PageFault] where they are more than a sentence can hold
    def to_s
      return FigureFormat::MISSING if @ranked.cells.empty?

      indexes = @ranked.indexes
      raise PageFault, <<~REASON.chomp if indexes.length > MOST
        #{indexes.length} figures in a sentence (expected at most #{MOST}, as by first=#{MOST}; {% include ranks.html %} draws more)
      REASON

      indexes.map { |index| written(index) }.join(", ")
    end

    # @return [Array<String>] their ids
    def order
      @ranked.cells.empty? ? [] : @ranked.indexes.map { |index| @ranked.cells.technology_at(index)["id"] }
    end

    private

    def written(index)
      "#{@ranked.cells.technology_at(index)["name"]} (#{@ranked.words.write(@ranked.words.figure(index))})"
    end
  end
end
