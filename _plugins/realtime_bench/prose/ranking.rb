# frozen_string_literal: true

require_relative "../figures/figure_words"

module RealtimeBench
  # The technologies of one cell by one figure: {% ranking metric="latency" statistic="p99" rooms=1 users=60 %}.
  # The lowest comes first, or with `from="highest"` the highest; `first=3` names no more than three, and
  # `among="vertx, bun"` only these.
  class Ranking
    ENDS = %w[lowest highest].freeze

    # @param words [Hash] metric, all dimensions, perhaps statistic, from, first, among
    # @param dataset [Hash] contract 2
    def initialize(words, dataset)
      @words = FigureWords.new(words, dataset, %w[from first among])
      @place = @words.whole_place
      raise UnknownWord.new("end", from, ENDS) unless ENDS.include?(from)

      @first = first
    end

    # @return [String] e.g. "Go (0.310 ms), Node.js (0.520 ms)"; a dash while there are no results at all
    def to_s
      return FigureFormat::MISSING if @words.cells.empty?

      entries.map { |name, value| "#{name} (#{@words.write(value)})" }.join(", ")
    end

    private

    # @return [Array<Array(String, Float)>]
    def entries
      entries = @words.cells.indexes(@place).filter_map do |index|
        technology = @words.cells.technology_at(index)
        value = @words.figure(index)
        [technology["name"], value] if value && @words.among?(technology)
      end
      sorted = entries.sort_by(&:last)
      sorted.reverse! if from == "highest"
      sorted.first(@first || sorted.length)
    end

    def from
      @words["from"] || ENDS.first
    end

    def first
      text = @words["first"] or return
      raise UnknownWord.new("number", text, ["a whole number from 1"]) unless text.to_s.match?(/\A[1-9]\d*\z/)

      text.to_i
    end
  end
end
