# frozen_string_literal: true

require_relative "../figure_format"
require_relative "scale"

module RealtimeBench
  module Svg
    # What bubbles' areas mean: the sizes and the key of assets/js/charts/bubble.js.
    class SizeKey
      # Radius of the largest bubble of a cell, in pixels.
      LARGEST_RADIUS = 36
      # Of the key's bubbles to the largest.
      SHARES = [1, 0.25, 0.0625].freeze
      # Around a key's circle, for its stroke.
      ROOM = 3

      # @param measure [Measure]
      # @param largest [Numeric, nil] of the cell's values; nil where it has none
      def initialize(measure, largest)
        @measure = measure
        @largest = largest || 0
      end

      # Area, not radius, is in proportion to the value.
      def radius(value)
        @largest.positive? ? LARGEST_RADIUS * Math.sqrt(value.fdiv(@largest)) : 0
      end

      # "Area: Latency, mean (ms)"
      def title
        "Area: #{@measure.title}"
      end

      # The title, and what the largest bubble is.
      def to_s
        @largest.positive? ? "#{title}, the cell's largest #{in_unit(@largest)}" : title
      end

      # @return [Array<Hash>] for round values "text", "radius" and the "side" of the square that holds it, in pixels
      def entries
        return [] unless @largest.positive?

        SHARES.map do |share|
          value = Scale.round_down(@largest * share)
          { "text" => in_unit(value), "radius" => radius(value).round(1), "side" => ((2 * radius(value)) + ROOM).ceil }
        end
      end

      private

      def in_unit(value)
        FigureFormat.with_unit(FigureFormat.figure(value), @measure.metric["unit"])
      end
    end
  end
end
