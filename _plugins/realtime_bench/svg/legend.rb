# frozen_string_literal: true

require_relative "look"
require_relative "text"

module RealtimeBench
  module Svg
    # A legend of lines for a chart in a file of its own: line, point and name of each technology, in rows.
    class Legend
      FONT = 12
      LINE = 24
      # From a line to its name, and from a name to the next line.
      GAP = 6
      BETWEEN = 30
      ROW = 20

      # @param technologies [Array<Hash>] as in the dataset
      # @param width [Numeric] of a row, in pixels
      def initialize(technologies, width)
        @places = []
        x = row = 0
        technologies.each do |technology|
          needed = LINE + GAP + Text.width(technology["name"], FONT)
          if x.positive? && x + needed > width
            x = 0
            row += 1
          end
          @places << [technology, x, (row + 0.5) * ROW]
          x += needed + BETWEEN
        end
        @rows = technologies.empty? ? 0 : row + 1
      end

      # In pixels.
      def height
        @rows * ROW
      end

      def to_s
        @places.map { |technology, x, y| entry(technology, x, y) }.join
      end

      private

      def entry(technology, x, y)
        "<g class=\"series\" #{Look.style(technology)} transform=\"translate(#{Text.number(x)} #{Text.number(y)})\">" \
          "<path#{Look.dash(technology)} d=\"M0 0H#{LINE}\"/><use href=\"#point-#{technology["shape"]}\" x=\"#{LINE / 2}\"/>" \
          "<text x=\"#{LINE + GAP}\">#{Text.escape(technology["name"])}</text></g>"
      end
    end
  end
end
