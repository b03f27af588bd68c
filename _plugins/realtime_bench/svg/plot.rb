# frozen_string_literal: true

require_relative "../figure_format"
require_relative "text"

module RealtimeBench
  module Svg
    # The frame of a chart: grid, axes, tick labels, titles. Places within are percentages of the plot area, distances
    # from it are pixels, so that one drawing fits a box of any size. Margins are those that Chart.js leaves.
    class Plot
      TICK_FONT = 12
      TITLE_FONT = 13
      LINE_HEIGHT = 1.2
      TICK_LENGTH = 8
      # Between a tick and its label, and around the labels.
      GAP = 3
      # Above and below an axis' title.
      TITLE_PADDING = 4

      LABEL_HEIGHT = TICK_FONT * LINE_HEIGHT
      TITLE_HEIGHT = TITLE_FONT * LINE_HEIGHT
      # From the plot area to the middle of an x axis' labels.
      X_LABELS = TICK_LENGTH + GAP + (LABEL_HEIGHT / 2)
      BESIDE_LABELS = TICK_LENGTH + TITLE_HEIGHT + (2 * TITLE_PADDING) + (2 * GAP)

      attr_reader :x, :y

      # @param x [Scale::Linear, Scale::Logarithmic]
      # @param y [Scale::Linear, Scale::Logarithmic]
      # @param titles [Array<String>] of the x and the y axis
      # @param overflow [Numeric] pixels by which what is drawn may reach beyond the plot area
      def initialize(x, y, titles, overflow:)
        @x = x
        @y = y
        @x_title, @y_title = titles
        @overflow = overflow
      end

      # @return [Hash] :top, :right, :bottom and :left, in pixels
      def margins
        right = GAP + (width(labels(x).last) / 2)
        left = BESIDE_LABELS + labels(y).map { |label| width(label) }.max
        { top: GAP + (LABEL_HEIGHT / 2), right: right, bottom: BESIDE_LABELS + LABEL_HEIGHT, left: left }
          .transform_values { |margin| [margin, @overflow].max.round(1) }
      end

      # The size of the plot area in a frame of a size: [width, height], in pixels.
      def inner(width, height)
        [width - margins[:left] - margins[:right], height - margins[:top] - margins[:bottom]]
      end

      # Where a value of an axis lies, as a percentage of the plot area from the left and from the top.
      def across(value)
        Text.percent(x.at(value))
      end

      def down(value)
        Text.percent(1 - y.at(value))
      end

      # Both as coordinates within a plot area of 100 by 100.
      def spot(x_value, y_value)
        "#{Text.number(100 * x.at(x_value))} #{Text.number(100 * (1 - y.at(y_value)))}"
      end

      # @return [String] everything but the data
      def to_s
        "#{horizontal_lines}<svg y=\"100%\">#{vertical_lines}#{x_axis}</svg>#{y_axis}"
      end

      private

      def labels(scale)
        scale.ticks.map { |tick| FigureFormat.tick(tick, scale.largest) }
      end

      def width(label)
        Text.width(label, TICK_FONT)
      end

      def horizontal_lines
        lines = y.ticks.map { |tick| "<line x1=\"-#{TICK_LENGTH}\" x2=\"100%\" y1=\"#{down(tick)}\" y2=\"#{down(tick)}\"/>" }
        "<g class=\"grid\">#{lines.join}</g>"
      end

      # Drawn from the plot area's lower edge.
      def vertical_lines
        lines = x.ticks.map do |tick|
          "<line x1=\"#{across(tick)}\" x2=\"#{across(tick)}\" y1=\"#{TICK_LENGTH}\" y2=\"-100%\"/>"
        end
        "<g class=\"grid\">#{lines.join}</g>"
      end

      def y_axis
        texts = y.ticks.zip(labels(y)).map { |tick, label| "<text y=\"#{down(tick)}\">#{label}</text>" }
        title = TITLE_PADDING + (TITLE_HEIGHT / 2) - margins[:left]
        "<line class=\"axis\" y2=\"100%\"/>" \
          "<g class=\"y-ticks\" transform=\"translate(-#{TICK_LENGTH + GAP})\">#{texts.join}</g>" \
          "<svg y=\"50%\"><text class=\"axis-title\" transform=\"translate(#{Text.number(title)}) rotate(-90)\">" \
          "#{Text.escape(@y_title)}</text></svg>"
      end

      def x_axis
        texts = x.ticks.zip(labels(x)).map { |tick, label| "<text x=\"#{across(tick)}\">#{label}</text>" }
        title = margins[:bottom] - TITLE_PADDING - (TITLE_HEIGHT / 2)
        "<line class=\"axis\" x2=\"100%\"/>" \
          "<g class=\"x-ticks\" transform=\"translate(0 #{Text.number(X_LABELS)})\">#{texts.join}</g>" \
          "<text class=\"axis-title\" x=\"50%\" y=\"#{Text.number(title)}\">#{Text.escape(@x_title)}</text>"
      end
    end
  end
end
