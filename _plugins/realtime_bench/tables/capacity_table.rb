# frozen_string_literal: true

require_relative "../prose/capacity"

module RealtimeBench
  # What each technology carries, as a table that Liquid only has to walk; who carries most comes first.
  class CapacityTable
    # @param capacity [Capacity]
    def initialize(capacity)
      @capacity = capacity
      @places = capacity.places
    end

    # @return [String] what is counted, and what is asked of a load to count
    def caption
      "Most #{@capacity.load["label"].downcase} that each carries: the greatest number measured with " \
        "#{@capacity.criterion}, there and at all smaller ones measured"
    end

    # @return [Array<String>] the places in words, one a column: "2 rooms"
    def headings
      @places.map { |place| @capacity.cells.place_in_words(place) }
    end

    # @return [Array<Hash>] "technology" (a hash) and "loads" (texts): "40"; "≥ 60" where it may carry more; "< 10" where the
    #   smallest load measured is too much; a dash where nothing is known
    def rows
      sorted.map { |technology, loads| { "technology" => technology, "loads" => loads.map { |carried| write(carried) } } }
    end

    private

    # By the first place, then by the next ones; equal ones in the registry's order.
    def sorted
      found = @capacity.cells.dataset.fetch("technologies").map do |technology|
        [technology, @places.map { |place| @capacity.carried(technology, place) }]
      end
      found.each_with_index.sort_by { |(_, loads), index| [*loads.map { |carried| rank(carried) }, index] }.map(&:first)
    end

    # Less is further up.
    def rank(carried)
      return 1 if carried.nil?
      return 0 if carried.most.nil?

      -carried.most - (carried.open ? 0.5 : 0)
    end

    def write(carried)
      return FigureFormat::MISSING if carried.nil? || (carried.most.nil? && carried.open)
      return "< #{FigureFormat.count(carried.least)}" if carried.most.nil?

      "#{"≥ " if carried.open}#{FigureFormat.count(carried.most)}"
    end
  end
end
