# frozen_string_literal: true

require_relative "../figures/figure_words"

module RealtimeBench
  # How many times another's figure a technology's is, in one cell:
  #   {% ratio technology="vertx-eventbus" to="vertx" metric="cpu" rooms=1 users=20 %}
  class Ratio
    # @param words [Hash] technology, to, metric, all dimensions, perhaps statistic
    # @param dataset [Hash] contract 2
    def initialize(words, dataset)
      @words = FigureWords.new(words, dataset, %w[technology to])
      @place = @words.whole_place
    end

    # @return [String] e.g. "1.82"; a dash while there are no results at all
    # @raise [UnknownWord] if the data lacks one of the two figures, or the other's is 0
    def to_s
      return FigureFormat::MISSING if @words.cells.empty?

      other = value("to")
      raise UnknownWord.new("ratio", "to the 0 of #{@words["to"]}", []) if other.zero?

      FigureFormat.figure(value("technology").fdiv(other))
    end

    private

    def value(word)
      technology = @words.cells.technology(@words[word])
      index = @words.cells.indexes(@place).find { |cell| @words.cells.technology_at(cell).equal?(technology) }
      (index && @words.figure(index)) or raise UnknownWord.new("figure", "#{@words.metric["id"]} of #{place(word)}", [])
    end

    def place(word)
      "#{@words[word]} with #{@words.cells.place_in_words(@place)}"
    end
  end
end
