# frozen_string_literal: true

module RealtimeBench
  # One fault of a file that a user wrote: where it is (file, line or row, field) and what is wrong
  # (what was found, what was expected). All that a user can be told about bad data is made of these.
  Fault = Struct.new(:where, :what) do
    def to_s
      "#{where}: #{what}"
    end
  end

  # Raised by a reader that cannot go on; carries the fault.
  class Unreadable < StandardError
    attr_reader :fault

    def initialize(where, what)
      @fault = Fault.new(where, what)
      super(@fault.to_s)
    end
  end

  # All faults of all files, raised once after everything has been read.
  class BrokenData < StandardError
    attr_reader :faults

    def initialize(faults)
      @faults = faults
      super(faults.join("\n"))
    end
  end

  # A page asks for something that the data does not have. Carries the words that it could use.
  class UnknownWord < StandardError
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
