# frozen_string_literal: true

require_relative "../prose/capacity"

module RealtimeBench
  # What each technology carries, as a table that Liquid only has to walk; who carries most comes first.
  class CapacityTable
    # @param capacity [Capacity]
    # @param searched [Array<Hash>] cells of searches, dimension id to value: the table is of places that none of them is at
    def initialize(capacity, searched = [])
      @capacity = capacity
      @places = capacity.places.reject { |place| searched.any? { |one| one >= place } }
    end

    # @return [String] what is counted, and what is asked of a load to count
    def caption
      Language.t("Most %1 that each carries: the greatest number measured with %2, there and at all smaller ones measured",
                 @capacity.load["label"].downcase, @capacity.criterion)
    end

    # @return [Array<String>] the places in words, one a column: "2 rooms"
    def headings
      @places.map { |place| @capacity.cells.place_in_words(place) }
    end

    # @return [Array<Hash>] "technology" (a hash) and "loads" (texts, a dash where nothing is known)
    def rows
      sorted.map do |technology, loads|
        { "technology" => technology, "loads" => loads.map { |carried| carried&.to_s || FigureFormat::MISSING } }
      end
    end

    private

    # By the first place, then by the next ones; equal ones in the registry's order.
    def sorted
      found = @capacity.cells.dataset.fetch("technologies").map do |technology|
        [technology, @places.map { |place| @capacity.carried(technology, place) }]
      end
      found.each_with_index.sort_by { |(_, loads), index| [*loads.map { |carried| -(carried&.order || -1) }, index] }.map(&:first)
    end
  end
end
