# frozen_string_literal: true

module RealtimeBench
  # The iterations of a cell that have been read, and where each was. Those whose numbers and places follow each other are kept
  # as one span, as nearly all of a file do: an entry for each would take as long as all other sums of its row.
  class Iterations
    # From one iteration to another, and the place of the first.
    Span = Struct.new(:from, :to, :place)

    # How many there are, and the place of the one that was added first.
    attr_reader :length, :first_place

    def initialize
      @length = 0
      @spans = []
    end

    # Adds the iterations of rows that follow each other, but for those that are there already.
    # @param numbers [Array<Integer>] an iteration a row
    # @param place [Integer] the first row's
    # @yieldparam offset [Integer] of a row whose iteration is there already
    def add(numbers, place)
      @first_place ||= place
      from, to = numbers.values_at(0, -1)
      return insert(Span.new(from, to, place)) if numbers == [*from..to] && free?(from, to)

      numbers.each_with_index do |number, offset|
        key?(number) ? yield(offset) : insert(Span.new(number, number, place + offset))
      end
    end

    def key?(number)
      !free?(number, number)
    end

    # @return [Integer] where the iteration, which is there, was read
    def place(number)
      span = @spans.fetch(index_from(number))
      span.place + number - span.from
    end

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
      @spans.insert(index_from(span.from), span)
      @length += span.to - span.from + 1
    end
  end
end
