# frozen_string_literal: true

require_relative "bubble_chart"
require_relative "document"
require_relative "line_chart"
require_relative "text"

module RealtimeBench
  module Svg
    # A page's chart as SVG: in its place on the page, and as files of its own.
    class PageChart
      SCALES = %w[linear log].freeze
      # The boxes for which a page's bubbles are named, in pixels: a wide screen's and a phone's.
      FRAMES = { "wide" => [1200, 512], "narrow" => [358, 429] }.freeze

      # @param spec [ChartSpec]
      # @param shown [Array<String>] ids of the technologies that the page shows at first
      def initialize(spec, shown)
        @spec = spec
        kind = spec.bubble? ? BubbleChart : LineChart
        @drawings = SCALES.to_h { |scale| [scale, kind.new(spec, shown: shown, scale: scale)] }
      end

      # What it shows; a bubble chart's cell belongs to it, as nothing in a picture can choose another.
      def title
        [@spec.title, *(@spec.place if @spec.bubble?)].join(", ")
      end

      # The SVG that stands where the script will draw, around it the margins of its plot area.
      def inline
        margins = linear.plot.margins.map { |side, length| "--plot-#{side}:#{Text.number(length)}px" }
        "<svg class=\"plot\" role=\"img\" style=\"#{margins.join(";")}\"><title>#{Text.escape(title)}</title>" \
          "<desc>#{Text.escape(@spec.label)}</desc>#{linear.plot}#{linear.drawing(FRAMES)}</svg>"
      end

      # Names of technologies shown that it has no figures of.
      def missing
        linear.missing.map { |technology| technology["name"] }
      end

      # What a bubble chart's areas mean: "title" and "entries"; nil for a line chart.
      def size_key
        { "title" => linear.size_key.title, "entries" => linear.size_key.entries } if @spec.bubble?
      end

      # @param source [String] where it is from
      # @param style [String] as Document takes it
      # @return [Hash] the scale of the y axis to a whole SVG document
      def documents(source, style)
        words = { title: title, description: @spec.description, source: [source, measured].compact.join(", "), style: style }
        @drawings.transform_values { |chart| Document.new(chart, **words).to_s }
      end

      private

      def linear
        @drawings.fetch("linear")
      end

      # "measured 2026-11-20"; nil where no run says when.
      def measured
        cells = @spec.cells
        started = cells.dataset.fetch("runs").values_at(*@spec.indexes.map { |index| cells.at("run", index) }.uniq)
        days = started.filter_map { |run| run["started_at"]&.slice(0, 10) }.minmax.uniq.compact
        "measured #{days.join(" to ")}" unless days.empty?
      end
    end
  end
end
