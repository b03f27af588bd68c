# frozen_string_literal: true

require_relative "../figures/figure_words"

module RealtimeBench
  # What searches found that each technology carries: the first metric of their comparison, in one cell.
  class SearchedLoads
    # @param place [Hash] the value of each dimension, by id; no technology need have results there
    # @param dataset [Hash] contract 2, of the searches
    def initialize(place, dataset)
      @words = FigureWords.new({ "metric" => dataset.fetch("metrics").first["id"] }, dataset, [])
      finished = cells.indexes(place).select { |index| cells.at("unfinished_iterations", index).zero? }
      @cells = finished.to_h { |index| [cells.technology_at(index)["id"], index] }
    end

    # @return [Array<String>] of the technologies whose searches came to their end
    def ids
      @cells.keys
    end

    # @param technology [Hash] as in any dataset
    # @return [ScoreboardColumns::Figure, nil] nil where its searches didn't come to their end, or there are none
    def figure(technology)
      index = @cells[technology["id"]] or return
      ScoreboardColumns.measured(@words, index)&.tap { |figure| figure.searched = true }
    end

    private

    def cells
      @words.cells
    end
  end
end
