# frozen_string_literal: true

require_relative "caveats"
require_relative "labels"
require_relative "look"
require_relative "marks"
require_relative "measure"
require_relative "plot"
require_relative "scale"
require_relative "size_key"
require_relative "text"

module RealtimeBench
  module Svg
    # A bubble chart of one cell, drawn as assets/js/charts/bubble.js and labels.js draw it at first.
    class BubbleChart
      # What the spec calls what becomes place and area.
      ROLES = { x: "x", y: "y", area: "size" }.freeze
      # By which shares of half their ranges the axes reach beyond the bubbles' centres.
      GRACE = { x: 0.12, y: 0.2 }.freeze
      BORDER = 2
      # Below this width of the chart, in pixels, names are set smaller.
      NARROW = 500
      NAME_FONTS = { wide: 13, narrow: 11 }.freeze

      Bubble = Struct.new(:technology, :x, :y, :area, :saturated, :lost, :unfinished, keyword_init: true)

      # @param chart [ChartSpec] of kind "bubble"
      # @param shown [Array<String>] ids of the technologies shown
      # @param scale [String] of both axes, "linear" or "log"
      def initialize(chart, shown:, scale: "linear")
        spec = chart.to_h
        @cells = chart.cells
        @measures = ROLES.transform_values { |role| Measure.new(@cells, @cells.metric(spec[role])) }
        @indexes = @cells.indexes(spec["fixed"]).to_h { |index| [@cells.technology_at(index)["id"], index] }
        @shown = @cells.dataset.fetch("technologies").select { |technology| shown.include?(technology["id"]) }
        @scale = scale
      end

      # @return [Plot]
      def plot
        @plot ||= Plot.new(Scale.of(@scale, bubbles.map(&:x), grace: GRACE[:x]),
                           Scale.of(@scale, bubbles.map(&:y), grace: GRACE[:y]),
                           @measures.values_at(:x, :y).map(&:title),
                           overflow: BORDER + (bubbles.map { |bubble| radius(bubble) }.max || 0))
      end

      # @param frames [Hash] by the class that its names get, the size of a frame to place them for: [width, height] in pixels
      # @return [String] what is drawn within the plot's frame
      def drawing(frames)
        circles = bubbles.sort_by { |bubble| -bubble.area }.map { |bubble| circle(bubble) }
        names = frames.map { |name, size| "<g class=\"#{name}\">#{names(*size).join}</g>" }
        [*circles, *bubbles.map { |bubble| Marks.at(plot, bubble) }, *names].join
      end

      # Technologies shown of which the cell has not all three figures.
      def missing
        @shown - bubbles.map(&:technology)
      end

      # None: names stand beside the bubbles.
      def technologies
        []
      end

      # What its areas mean, for a file of its own.
      def note
        size_key.to_s
      end

      # @return [SizeKey] what the areas mean; the largest bubble of the cell, shown or not, sets it
      def size_key
        @size_key ||= begin
          all = @indexes.keys.filter_map { |id| bubble(@cells.technology(id)) }
          SizeKey.new(@measures[:area], all.map(&:area).max)
        end
      end

      private

      def bubbles
        @bubbles ||= @shown.filter_map { |technology| bubble(technology) }
      end

      # Nil where a figure is missing.
      def bubble(technology)
        index = @indexes[technology["id"]]
        figures = @measures.transform_values { |measure| index && measure.at(index) }
        return if figures.value?(nil)

        Bubble.new(technology: technology, **figures, **Caveats.of(@cells, index))
      end

      def radius(bubble)
        size_key.radius(bubble.area)
      end

      def circle(bubble)
        technology = bubble.technology
        "<circle class=\"bubble#{" hollow" if bubble.saturated}\" #{Look.style(technology)} " \
          "cx=\"#{plot.across(bubble.x)}\" cy=\"#{plot.down(bubble.y)}\" r=\"#{Text.number(radius(bubble))}\"/>"
      end

      # Each name in a frame of its own whose origin is its bubble's centre.
      def names(width, height)
        font = NAME_FONTS[width < NARROW ? :narrow : :wide]
        inner = plot.inner(width, height)
        named = bubbles.map { |bubble| named(bubble, font, *inner) }
        labels = Labels.place(named, Labels::Area.new(0, inner[0], 0, inner[1]))
        bubbles.zip(named, labels).map { |bubble, place, label| name(bubble, place, label) }
      end

      def named(bubble, font, width, height)
        name_width = Text.width(bubble.technology["name"], font, bold: true)
        Labels::Named.new(plot.x.at(bubble.x) * width, (1 - plot.y.at(bubble.y)) * height, radius(bubble), name_width)
      end

      # A name keeps to its bubble however wide the reader's font is.
      def name(bubble, place, label)
        anchor, x = anchored(label, place)
        middle = Text.number(label.top + (Labels::LINE_HEIGHT / 2) - place.y)
        "<svg x=\"#{plot.across(bubble.x)}\" y=\"#{plot.down(bubble.y)}\">#{leader(place, label) if label.far}" \
          "<circle class=\"dot\" r=\"#{Labels::DOT}\"/>" \
          "<text class=\"name #{anchor}\" x=\"#{Text.number(x - place.x)}\" y=\"#{middle}\">" \
          "#{Text.escape(bubble.technology["name"])}</text></svg>"
      end

      # The point of a name that is nearest to its bubble, as the class of its anchor and its place.
      def anchored(label, place)
        return ["start", label.left] if label.left >= place.x
        return ["end", label.right] if label.right <= place.x

        ["middle", label.left + (label.width / 2)]
      end

      # A line from a bubble's centre to the nearest point of its name.
      def leader(place, label)
        x, y = Labels.nearest(label, place.x, place.y)
        "<path class=\"leader\" d=\"M0 0 #{Text.number(x - place.x)} #{Text.number(y - place.y)}\"/>"
      end
    end
  end
end
