# frozen_string_literal: true

require_relative "words"

module RealtimeBench
  # A place in a file, by the keys that lead to it: `results`, 3, `users`. A TSV has the rows of `results` alone.
  Place = Struct.new(:path, :keys) do
    # Without the line that a JSON file's keys are in: JsonPlaces finds that one.
    def to_s
      return [path, *(dotted unless keys.empty?)].join(": ") if path.end_with?(".json")

      ["#{path}:#{row + 2}", *keys.drop(2)].join(": ")
    end

    # ["servers", 0, "technology"] as servers[0].technology
    def dotted
      keys.reduce("") do |text, key|
        if key.to_s.match?(/\A\d+\z/) then "#{text}[#{key}]"
        else [*(text unless text.empty?), Words.printable(key)].join(".")
        end
      end
    end

    # The index of the row that the place is in.
    def row
      keys[1].to_i
    end
  end

  # One fault of a file that a user wrote: where it is (file, line or row, field) and what is wrong
  # (what was found, what was expected). All that a user can be told about bad data is made of these.
  # Where `doubtful`, the file may be right: a warning.
  Fault = Struct.new(:where, :what, :doubtful) do
    def to_s
      "#{where}: #{what}"
    end

    def path
      where.is_a?(Place) ? where.path : where[/\A[^:]+/]
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
    attr_reader :faults, :doubts

    def initialize(faults, doubts = [])
      @faults = faults
      @doubts = doubts
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
