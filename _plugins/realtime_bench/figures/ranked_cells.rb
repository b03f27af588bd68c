# frozen_string_literal: true

require_relative "figure_words"

module RealtimeBench
  # The technologies of one cell in the order of a figure, the lowest first, or with `from="highest"` the highest. `first=3` takes
  # no more than three, `among="vertx, bun"` only these.
  class RankedCells
    ENDS = %w[lowest highest].freeze

    # The words, and the values of the dimensions by id.
    attr_reader :words, :place

    # @param words [Hash] metric, all dimensions, perhaps statistic, from, first, among
    # @param dataset [Hash] contract 2
    # @param own [Array<String>] further words that may be given
    # @raise [UnknownWord]
    def initialize(words, dataset, own = [])
      @words = FigureWords.new(words, dataset, %w[from first among] + own)
      @place = @words.whole_place
      raise UnknownWord.new("end", from, ENDS) unless ENDS.include?(from)

      @first = first
    end

    # @return [Array<Integer>] the cells' indexes; those that failed come after all others, whatever their figures
    def indexes
      found = cells.indexes(@place).select { |index| @words.figure(index) && @words.among?(cells.technology_at(index)) }
      sorted = found.sort_by { |index| @words.figure(index) }
      sorted.reverse! if from == "highest"
      sorted.partition { |index| cells.failure(index).nil? }.flatten.first(@first || sorted.length)
    end

    def from
      @words["from"] || ENDS.first
    end

    def cells
      @words.cells
    end

    private

    def first
      text = @words["first"] or return
      raise UnknownWord.new("number", text, ["a whole number from 1"]) unless text.to_s.match?(/\A[1-9]\d*\z/)

      text.to_i
    end
  end
end
