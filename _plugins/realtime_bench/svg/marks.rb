# frozen_string_literal: true

require_relative "text"

module RealtimeBench
  module Svg
    # What a point alone can't say, as assets/js/charts/marks.js draws it: its 95 % interval, lost deliveries, an unfinished
    # iteration.
    module Marks
      RING = 9
      # Half the width of a whisker's cap, in hundredths of a plot area of usual width, where it is 4 pixels.
      CAP = 1.2
      # A whisker shorter than this share of the plot area, 2 pixels, lies behind its point.
      HIDDEN = 0.008

      module_function

      # The strokes of a point's interval within a plot area of 100 by 100; nil where the point covers it. An end that the
      # axis cuts off has no cap.
      # @param plot [Plot]
      # @param point [LineSeries::Point] with `y` and `ci95`
      def whisker(plot, point)
        high, low = ends(plot.y, point)
        top, bottom = [high, low].map { |share| share.clamp(0, 1) }
        return if top - bottom < 2 * HIDDEN

        x = 100 * plot.x.at(point.x)
        stem = "M#{Text.number(x)} #{down(top)}V#{down(bottom)}"
        caps = [high, low].select { |share| share.between?(0, 1) }
        stem + caps.map { |share| "M#{Text.number(x - CAP)} #{down(share)}H#{Text.number(x + CAP)}" }.join
      end

      # The marks of a point or a bubble; on the axis where nothing was measured.
      # @param point [#x, #y, #lost, #unfinished]
      def at(plot, point)
        x = plot.across(point.x)
        y = point.y ? plot.down(point.y) : "100%"
        ring = "<circle class=\"ring\" r=\"#{RING}\" cx=\"#{x}\" cy=\"#{y}\"/>" if point.lost && point.y
        cross = "<use href=\"#cross\" x=\"#{x}\" y=\"#{y}\"/>" if point.unfinished
        "#{ring}#{cross}"
      end

      # Where an interval ends on the scale; below its beginning if it reaches to zero.
      def ends(scale, point)
        low = point.y - point.ci95
        [scale.at(point.y + point.ci95), low.positive? ? scale.at(low) : -1]
      end

      def down(share)
        Text.number(100 * (1 - share))
      end
    end
  end
end
