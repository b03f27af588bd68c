# frozen_string_literal: true

require_relative "quotation"

module RealtimeBench
  # Why a technology's load failed, for a sentence.
  class FailureReason < Quotation
    # @param words [Hash] what a page asks for: technology and the dimensions
    # @param dataset [Hash] contract 2
    def initialize(words, dataset)
      super({ "metric" => dataset.fetch("metrics").first["id"] }.merge(words), dataset)
    end

    # @return [String] e.g. "34 % of requests timed out"; a dash while there are no results at all
    # @raise [UnknownWord] if the data does not have it
    def to_s
      @words.whole_place
      return FigureFormat::MISSING if @cells.empty?

      @cells.failure(index) or raise UnknownWord.new("failure", place, [])
    end
  end
end
