# frozen_string_literal: true

require_relative "line_series"
require_relative "look"
require_relative "marks"
require_relative "measure"
require_relative "plot"
require_relative "scale"
require_relative "shapes"
require_relative "text"

module RealtimeBench
  module Svg
    # A line chart, drawn as assets/js/charts/line.js draws it at first.
    class LineChart
      X_TICKS = 5
      # With more lines than this, lines and points are drawn finer.
      ROOMY = 8
      # A whisker longer than this many times the highest mean is cut off, lest it flatten the lines.
      TALLEST_WHISKER = 2
      # How far points under the pointer reach beyond the plot area: room that Chart.js leaves.
      OVERFLOW = 9

      # @param chart [ChartSpec] of kind "line"
      # @param shown [Array<String>] ids of the technologies shown
      # @param scale [String] of the y axis, "linear" or "log"
      def initialize(chart, shown:, scale: "linear")
        spec = chart.to_h
        @measure = Measure.new(chart.cells, chart.metrics.first)
        @axis = chart.cells.axis(spec["x"])
        @series = LineSeries.new(chart.cells, @axis["id"], @measure, spec["fixed"]).of(shown)
        @scale = scale
      end

      # @return [Plot]
      def plot
        @plot ||= Plot.new(x_scale, Scale.of(@scale, reach + floors), [@axis["label"], @measure.title], overflow: OVERFLOW)
      end

      # @param _frames [Hash] unused: lines and points fit a box of any size
      # @return [String] what is drawn within the plot's frame
      def drawing(_frames)
        marks = points.map { |point| Marks.at(plot, point) }
        [*floors.map { |floor| floor_line(floor) }, *@series.reverse.map { |one| series(one) }, *marks].join
      end

      # Technologies shown of which it has no figure.
      def missing
        @series.select { |one| one.points.all? { |point| point.y.nil? } }.map(&:technology)
      end

      # Nothing besides legend and titles needs saying in a file of its own.
      def note
        nil
      end

      # Those that are drawn, for a legend.
      def technologies
        @series.map(&:technology) - missing
      end

      private

      def x_scale
        return Scale::Measured.new(points.select(&:cell).map(&:x)) if @axis["scale"] == "log"

        Scale.of("linear", points.map(&:x), most: X_TICKS)
      end

      def points
        @series.flat_map(&:points)
      end

      def measured
        points.reject { |point| point.y.nil? }
      end

      # What the y axis has to hold: every mean, and the whiskers' upper ends within reason.
      def reach
        means = measured.map(&:y)
        tallest = TALLEST_WHISKER * (means.max || 0)
        means + measured.map { |point| [tallest, point.y + (point.ci95 || 0)].min }
      end

      # What the runs of the points drawn measured of client and machine alone, each value once.
      def floors
        points.filter_map { |point| point.cell && @measure.noise_floor(point.cell) }.uniq
      end

      def floor_line(floor)
        share = plot.y.at(floor)
        return unless share.between?(0, 1)

        "<line class=\"floor\" x2=\"100%\" y1=\"#{plot.down(floor)}\" y2=\"#{plot.down(floor)}\"/>"
      end

      # Lines are stretched to the plot area, their strokes and points are not.
      def series(one)
        technology = one.technology
        fine = @series.length > ROOMY
        shape = "#{fine ? "fine" : "point"}-#{technology["shape"]}"
        lines = "#{whiskers(one.points)}#{path(one.points, Look.dash(technology))}"
        "<g class=\"series#{" fine" if fine}\" #{Look.style(technology)}>" \
          "<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\">#{lines}</svg>" \
          "#{one.points.map { |point| point(point, shape) }.join}</g>"
      end

      def whiskers(points)
        strokes = points.filter_map { |point| Marks.whisker(plot, point) if point.y && point.ci95 }
        strokes.empty? ? "" : "<path class=\"whisker\" d=\"#{strokes.join}\"/>"
      end

      # A cell that is missing leaves a gap.
      def path(points, dash)
        runs = points.chunk { |point| point.y && true }.map { |_measured, run| run }.reject { |run| run.length < 2 }
        strokes = runs.map { |run| "M#{run.map { |point| plot.spot(point.x, point.y) }.join(" ")}" }
        strokes.empty? ? "" : "<path#{dash} d=\"#{strokes.join}\"/>"
      end

      def point(point, shape)
        return if point.y.nil?

        hollow = " class=\"hollow\"" if point.saturated
        "<use#{hollow} href=\"##{shape}\" x=\"#{plot.across(point.x)}\" y=\"#{plot.down(point.y)}\"/>"
      end
    end
  end
end
