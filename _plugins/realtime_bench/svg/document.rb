# frozen_string_literal: true

require_relative "legend"
require_relative "shapes"
require_relative "text"

module RealtimeBench
  module Svg
    # A chart as a file of its own, with title, legend and source in it, in the proportions of a social card. It follows
    # the reader's preference for light or dark, as the page does.
    class Document
      WIDTH = 800
      HEIGHT = 420
      MARGIN = 16
      TITLE_LINE = 28
      # By which the plot's frame, whose axis title has room around it, begins further left than the texts.
      OUTSET = 6
      # Where the legend begins, and the room that the source takes.
      HEAD = 42
      FOOT = 26
      # What stands around the plot.
      STYLE = <<~CSS.gsub(/\s*\n\s*/, "")
        .ground{fill:var(--ground)}
        .head{fill:var(--ink);font:600 18px var(--font)}
        .foot{fill:var(--ink-soft);font:11px var(--font)}
      CSS

      # @param chart [LineChart, BubbleChart]
      # @param title [String]
      # @param description [String]
      # @param source [String] where it is from and when it was measured
      # @param style [String] the site's colours and assets/css/plot.css
      def initialize(chart, title:, description:, source:, style:)
        @chart = chart
        @title = title
        @description = description
        @source = source
        @style = style
        @legend = Legend.new(chart.technologies, WIDTH - (2 * MARGIN))
      end

      def to_s
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 #{WIDTH} #{HEIGHT}\" width=\"#{WIDTH}\" height=\"#{HEIGHT}\" " \
          "role=\"img\"><title>#{Text.escape(@title)}</title><desc>#{Text.escape(@description)}</desc>" \
          "<style>#{@style}#{STYLE}</style>#{Shapes.definitions}#{head}#{plot}#{foot}</svg>\n"
      end

      private

      def head
        "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>" \
          "<text class=\"head\" x=\"#{MARGIN}\" y=\"#{TITLE_LINE}\">#{Text.escape(@title)}</text>" \
          "<g class=\"plot\" transform=\"translate(#{MARGIN} #{HEAD})\">#{@legend}</g>"
      end

      def plot
        top = HEAD + @legend.height
        frame = [WIDTH - (2 * MARGIN), HEIGHT - FOOT - top]
        corner = [MARGIN - OUTSET + @chart.plot.margins[:left], top + @chart.plot.margins[:top]]
        place = %w[x y width height].zip(corner + @chart.plot.inner(*frame))
        attributes = place.map { |name, length| "#{name}=\"#{Text.number(length)}\"" }
        "<svg class=\"plot\" #{attributes.join(" ")}>#{@chart.plot}#{@chart.drawing("wide" => frame)}</svg>"
      end

      def foot
        notes = [*@chart.note, @source].join(" · ")
        "<text class=\"foot\" x=\"#{MARGIN}\" y=\"#{HEIGHT - (FOOT / 3)}\">#{Text.escape(notes)}</text>"
      end
    end
  end
end
