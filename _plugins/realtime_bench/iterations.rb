# frozen_string_literal: true

require_relative "result_file"

module RealtimeBench
  # The iterations of a cell that have been read, and where each was. Those whose numbers and rows follow each other are kept
  # as one span, as nearly all of a file do: an entry for each would take as long as all other sums of its row.
  class Iterations
    # From one iteration to another: the file, and the row of the first.
    Span = Struct.new(:from, :to, :path, :row) do
      # @return [Place] of one of its iterations
      def place(number)
        ResultFile.place(path, row + number - from)
      end
    end

    # How many there are.
    attr_reader :length

    def initialize
      @length = 0
      @spans = []
    end

    # Adds the iterations of rows that follow each other, but for those that are there already.
    # @param numbers [Array<Integer>] an iteration a row
    # @param path [String] of the file
    # @param row [Integer] the first one
    # @yieldparam offset [Integer] of a row whose iteration is there already
    def add(numbers, path, row)
      from, to = numbers.values_at(0, -1)
      return insert(Span.new(from, to, path, row)) if numbers == [*from..to] && free?(from, to)

      numbers.each_with_index do |number, offset|
        key?(number) ? yield(offset) : insert(Span.new(number, number, path, row + offset))
      end
    end

    def key?(number)
      !free?(number, number)
    end

    # @return [Place] where the iteration, which is there, was read
    def place(number)
      @spans.fetch(index_from(number)).place(number)
    end

    # @return [Place] where the one that was added first was read
    def first_place
      @first.place(@first.from)
    end

    # Whether another has none of these.
    # @param other [Iterations]
    def apart?(other)
      other.spans.all? { |span| free?(span.from, span.to) }
    end

    # Takes those of another that is apart.
    # @param other [Iterations]
    def take(other)
      other.spans.each { |span| insert(span) }
    end

    protected

    attr_reader :spans

    private

    def free?(from, to)
      index = index_from(from)
      index == @spans.length || @spans[index].from > to
    end

    # The index of the first span that does not end before the number; mostly none is, as files are read in order.
    def index_from(number)
      return @spans.length if @spans.empty? || @spans.last.to < number

      @spans.bsearch_index { |span| span.to >= number }
    end

    def insert(span)
      @first ||= span
      @spans.insert(index_from(span.from), span)
      @length += span.to - span.from + 1
    end
  end
end
