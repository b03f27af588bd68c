# frozen_string_literal: true

require "did_you_mean"
require "json"

module RealtimeBench
  # Small pieces of wording that several messages share.
  module Words
    module_function

    # ["a", "b", "c"] as "a, b or c".
    def alternatives(words)
      return words.join if words.length < 2

      "#{words[0...-1].join(", ")} or #{words.last}"
    end

    # A found value as JSON writes it, cut to a length that fits a line.
    def quote(value)
      text = value.is_a?(Float) && !value.finite? ? value.to_s : JSON.generate(value)
      text.length > 60 ? "#{text[0, 57]}..." : text
    end

    # A name from a file, fit for a message: as it is, or quoted where it would disturb the line.
    def printable(name)
      name.match?(/\A[[:graph:]]+\z/) ? name : quote(name)
    end

    # What to use in place of an unknown name: the nearest known ones, or all of them.
    def instead_of(name, known)
      nearest = DidYouMean::SpellChecker.new(dictionary: known).correct(name)
      nearest.any? ? "did you mean #{alternatives(nearest)}?" : "expected one of #{known.join(", ")}"
    end
  end
end
