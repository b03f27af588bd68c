# frozen_string_literal: true

module RealtimeBench
  module Svg
    # Where bubbles' names stand: the places of assets/js/charts/labels.js. Both are held to test/fixtures/labels.json.
    # All lengths are pixels.
    module Labels
      DOT = 2
      GAP = 6
      LINE_HEIGHT = 16
      # How many line heights away a name may stand, and in how many directions a place is looked for.
      FURTHEST = 12
      DIRECTIONS = 16

      # What is to be named: a bubble's centre and radius, and its name's width.
      Named = Struct.new(:x, :y, :r, :width)
      # A name's box; `far` if it doesn't stand beside its bubble.
      Label = Struct.new(:left, :top, :width, :far) do
        def right
          left + width
        end

        def bottom
          top + LINE_HEIGHT
        end
      end
      Area = Struct.new(:left, :right, :top, :bottom)

      module_function

      # The first place within the area and clear of the labels before it and of all bubbles: right, left, above, below,
      # then further off; failing that, beside the bubble and clear of labels; failing that, below.
      # @param named [Array<Named>]
      # @param area [Area]
      # @return [Array<Label>]
      def place(named, area)
        named.each_with_object([]) do |bubble, placed|
          beside = places_beside(bubble, area)
          free = ->(label) { within?(label, area) && placed.none? { |other| overlap?(label, other) } }
          placed << (clear(beside, named, &free) || clear(places_around(bubble), named, &free) ||
                     beside.find(&free) || beside.last)
        end
      end

      # The first place that is free and that no bubble reaches into.
      def clear(labels, named)
        labels.find { |label| yield(label) && named.none? { |bubble| covers?(bubble, label) } }
      end

      # The point of a label's box that is nearest to a point.
      def nearest(label, x, y)
        [x.clamp(label.left, label.right), y.clamp(label.top, label.bottom)]
      end

      def reach_of(bubble)
        [bubble.r, DOT].max + GAP
      end

      # Above and below, a name moves aside as far as the area's edges ask.
      def places_beside(bubble, area)
        x, y, width = bubble.to_h.values_at(:x, :y, :width)
        reach = reach_of(bubble)
        centred = [area.left, [x - (width / 2.0), area.right - width].min].max
        [
          [x + reach, y - (LINE_HEIGHT / 2.0)], [x - reach - width, y - (LINE_HEIGHT / 2.0)],
          [centred, y - reach - LINE_HEIGHT], [centred, y + reach],
        ].map { |left, top| Label.new(left, top, width, false) }
      end

      # Places in all directions, the nearest first; each box touches its circle with the side that faces the bubble.
      def places_around(bubble)
        Array.new(FURTHEST * DIRECTIONS) do |index|
          distance = reach_of(bubble) + ((1 + (index / DIRECTIONS)) * LINE_HEIGHT)
          angle = 2 * Math::PI * (index % DIRECTIONS) / DIRECTIONS
          left = touching(bubble.x, distance, bubble.width, Math.cos(angle))
          Label.new(left, touching(bubble.y, distance, LINE_HEIGHT, Math.sin(angle)), bubble.width, true)
        end
      end

      # Where a box begins in one dimension: `slope` is the cosine or sine of its direction.
      def touching(centre, distance, side, slope)
        centre + (distance * slope) - (side * (1 - slope) / 2)
      end

      def within?(label, area)
        label.left >= area.left && label.right <= area.right && label.top >= area.top && label.bottom <= area.bottom
      end

      # Whether a bubble reaches into a label's box.
      def covers?(bubble, label)
        x, y = nearest(label, bubble.x, bubble.y)
        Math.hypot(bubble.x - x, bubble.y - y) < bubble.r
      end

      def overlap?(one, other)
        one.left < other.right && other.left < one.right && (one.top - other.top).abs < LINE_HEIGHT
      end
    end
  end
end
