# frozen_string_literal: true

require_relative "scoreboard_columns"

module RealtimeBench
  # The table by which a comparison's page answers first: a row a technology, and the columns that data/comparisons.yml declares.
  # Each figure has its place on its column's scale, which all rows share.
  class Scoreboard
    # Without what a study published: that was measured elsewhere.
    # @param declared [Array<Hash>] `scoreboard` of the comparison
    # @param dataset [Hash] contract 2
    # @param facts [Array<Hash>] of the servers, as data/servers.json has them
    # @param datasets [Hash] contract 2 by comparison, of those that columns name
    # @raise [UnknownWord]
    def initialize(declared, dataset, facts, datasets)
      @technologies = dataset.fetch("technologies").reject { |technology| technology["published"] }
      @columns = declared.map { |column| ScoreboardColumns.of(column, dataset, facts, datasets) }
    end

    # Whether any figure is of another comparison's search.
    def searched?
      @columns.any? { |column| @technologies.any? { |technology| column.figure(technology)&.searched } }
    end

    # Whether any figure may be more than it says, or may come to be so where readers set its limit.
    def open?
      @columns.any? do |column|
        column.of&.key?("limit") || @technologies.any? { |technology| column.figure(technology)&.text&.start_with?("≥ ") }
      end
    end

    # @return [Array<Hash>] its "word" in addresses, "label", what it is in "unit", "at" which load, "of" which figures (for
    #   scripts), which way is "better", and what its marks are ("mark")
    def headings
      @columns.zip(words).map do |column, word|
        { "word" => word }.merge(%w[label unit at of better mark].to_h { |name| [name, column.public_send(name)] })
      end
    end

    # Sorted by the first column, ties by the next; equal ones in the registry's order.
    # @return [Array<Hash>] "technology" (a hash), "cells", as ScoreboardColumns::Figure#on gives them, and "failures", why the
    #   loads failed that its figures are of (texts)
    def rows
      scales = @columns.map { |column| column.scale(@technologies) }
      sorted.map do |technology|
        { "technology" => technology,
          "cells" => @columns.zip(scales).map do |column, scale|
            column.figure(technology)&.on(scale) || { "text" => FigureFormat::MISSING }
          end,
          "failures" => @columns.filter_map { |column| column.failure(technology) }.uniq, }
      end
    end

    private

    # A column of a figure that an earlier one has is told from it by its comparison.
    def words
      @columns.each_with_object([]) do |column, words|
        words << (words.include?(column.word) ? "#{column.word}-#{column.comparison}" : column.word)
      end
    end

    def sorted
      @technologies.each_with_index.sort_by { |technology, index| [*@columns.map { |column| rank(column, technology) }, index] }
                   .map(&:first)
    end

    # Less is further up; what is missing comes last.
    def rank(column, technology)
      order = column.figure(technology)&.order
      return [1, 0] if order.nil?

      [0, column.better == "higher" ? -order : order]
    end
  end
end
