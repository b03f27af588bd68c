# frozen_string_literal: true

require_relative "scoreboard_columns"

module RealtimeBench
  # The table by which a comparison's page answers first: a row a technology, and the columns that data/comparisons.yml declares.
  # Each figure has its place on its column's scale, which all rows share.
  class Scoreboard
    # A text that is a number as scripts read it.
    PLAIN = /\A[\d.]+\z/
    # Of the scale, some two pixels.
    SEEN = 0.01

    # @param declared [Array<Hash>] `scoreboard` of the comparison
    # @param dataset [Hash] contract 2
    # @param facts [Array<Hash>] of the servers, as data/servers.json has them
    # @raise [UnknownWord]
    def initialize(declared, dataset, facts)
      @technologies = dataset.fetch("technologies")
      @columns = declared.map { |column| ScoreboardColumns.of(column, dataset, facts) }
    end

    # @return [Array<Hash>] "label", what it is in "unit", "at" which load, which way is "better", and what its marks are ("mark")
    def headings
      @columns.map do |column|
        { "label" => column.label, "unit" => column.unit, "at" => column.at, "better" => column.better, "mark" => column.mark }
      end
    end

    # Sorted by the first column, ties by the next; equal ones in the registry's order.
    # @return [Array<Hash>] "technology" (a hash) and "cells": "text", "interval" (a text or nil), the "value" to sort by where
    #   the text isn't that, and the shares of the scale at which it stands ("share"), its interval begins ("low") and ends
    #   ("high"), where that can be seen
    def rows
      scales = @columns.map { |column| column.scale(@technologies) }
      sorted.map do |technology|
        { "technology" => technology,
          "cells" => @columns.zip(scales).map { |column, scale| cell(column.figure(technology), scale) }, }
      end
    end

    private

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

    def cell(figure, scale)
      return { "text" => FigureFormat::MISSING } if figure.nil?

      low, high = interval(figure, scale)
      { "text" => figure.text, "interval" => figure.interval, "value" => (figure.order unless PLAIN.match?(figure.text)),
        "share" => short(scale.share(figure.value)), "low" => low, "high" => high, }
    end

    # Where it begins and ends; nothing where that is less than can be seen.
    def interval(figure, scale)
      return if figure.half_width.nil?

      ends = [figure.value - figure.half_width, figure.value + figure.half_width].map { |value| scale.share(value) }
      ends.map { |share| short(share) } if ends.last - ends.first >= SEEN
    end

    # As style sheets take a number with fewest characters: ".25", "1".
    def short(share)
      share.to_s.delete_suffix(".0").sub(/\A0\./, ".")
    end
  end
end
