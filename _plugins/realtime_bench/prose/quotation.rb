# frozen_string_literal: true

require_relative "../figures/figure_words"

module RealtimeBench
  # A figure for a sentence: one statistic of one metric in one cell of one technology, with its unit.
  class Quotation
    # @param words [Hash] what a page asks for: technology, metric, the dimensions, perhaps statistic
    # @param dataset [Hash] contract 2
    def initialize(words, dataset)
      @words = FigureWords.new(words, dataset, %w[technology])
      @cells = @words.cells
    end

    # @return [String] e.g. "1,234 ms"; a dash while there are no results at all
    # @raise [UnknownWord] if the data does not have it
    def to_s
      @words.whole_place
      return FigureFormat::MISSING if @cells.empty?

      value = @words.figure(index)
      raise UnknownWord.new("figure", "#{@words.metric["id"]} of #{place}", []) if value.nil?

      @words.write(value)
    end

    private

    def place
      "#{@words["technology"]} with #{@cells.place_in_words(@words.fixed)}"
    end

    def index
      technology = @cells.technology(@words["technology"])
      candidates = @cells.indexes({}).select { |cell| @cells.technology_at(cell).equal?(technology) }
      found = (candidates & @cells.indexes(@words.fixed)).first
      return found if found

      known = candidates.map { |cell| "(#{@cells.place_in_words(@cells.place_of(cell))})" }
      raise UnknownWord.new("cell", place, known)
    end
  end
end
