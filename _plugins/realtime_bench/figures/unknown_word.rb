# frozen_string_literal: true

module RealtimeBench
  # A page asks for something that can't be written or drawn.
  class PageFault < StandardError
  end

  # A page asks for something that the data does not have. Carries the words that it could use.
  class UnknownWord < PageFault
    # @param kind [String] what the word stands for, e.g. "metric"
    # @param word [Object] what the page says
    # @param known [Array] what it could say
    def initialize(kind, word, known)
      found = word.nil? ? "no #{kind} is given" : "#{kind} #{word.to_s.inspect} is unknown"
      choice = known.empty? ? "none is there" : "expected one of #{known.join(", ")}"
      super("#{found} (#{choice})")
    end
  end
end
