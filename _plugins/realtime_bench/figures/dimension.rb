# frozen_string_literal: true

require_relative "../language"

module RealtimeBench
  # The values of a comparison's dimension, as data/comparisons.yml declares it: whole numbers, or words, which it lists in their
  # order with their names ("words"). The scripts' like: assets/js/results/dimensions.js.
  module Dimension
    module_function

    # @return [Integer] by which values are sorted: numbers by size, words by their places in the list
    def order(dimension, value)
      dimension["words"] ? dimension["words"].keys.index(value) : value
    end

    # @param word [Object] what a page says
    # @return [Integer, String, nil] the value that it stands for; nil for what is no whole number
    def value(dimension, word)
      return word.to_s if dimension["words"]

      word.to_s.match?(/\A\d+\z/) ? word.to_s.to_i : nil
    end

    # @return [String] as a choice of values has it: "10", "NATS"
    def name(dimension, value)
      dimension["words"] ? dimension["words"][value] : value.to_s
    end

    # @return [String] as sentences have it: "2 rooms", "NATS"
    def in_words(dimension, value, language = Language.current)
      return name(dimension, value) if dimension["words"]

      language.plural(value, dimension["one"], dimension["many"]).sub("%d", value.to_s)
    end
  end
end
