# frozen_string_literal: true

require_relative "text"

module RealtimeBench
  module Svg
    # The points' shapes of data/technologies.yml, drawn as Chart.js draws them: inscribed in a circle of the point's radius.
    # A page and a file carry them once, as symbols that every point refers to.
    module Shapes
      # The corners' directions, in degrees clockwise from the top.
      CORNERS = {
        "triangle" => [0, 120, 240], "triangleRight" => [90, 210, 330], "triangleDown" => [180, 300, 60],
        "triangleLeft" => [270, 30, 150], "rect" => [45, 135, 225, 315], "rectRot" => [0, 90, 180, 270],
      }.freeze
      # Of a rounded square's half side and of its corners' radius to the point's radius.
      ROUNDED = { side: 0.858, corner: 0.516 }.freeze
      # Radii of points, by the class of charts that has them.
      RADII = { "point" => 5, "fine" => 3.5 }.freeze
      CROSS = "M-4.5-4.5 4.5 4.5M-4.5 4.5 4.5-4.5"

      module_function

      # A shape as an element around the origin.
      # @param attributes [String] further ones
      def element(shape, radius, attributes = "")
        return "<circle#{attributes} r=\"#{radius}\"/>" if shape == "circle"
        return rounded(radius, attributes) if shape == "rectRounded"

        "<path#{attributes} d=\"#{corners(shape, radius)}\"/>"
      end

      # All symbols, to be referred to as "point-circle", "fine-circle", "cross".
      # @return [String] a <defs> element
      def definitions
        shapes = [*CORNERS.keys, "circle", "rectRounded"]
        points = RADII.flat_map do |name, radius|
          shapes.map { |shape| element(shape, radius, " id=\"#{name}-#{shape}\"") }
        end
        cross = "<g id=\"cross\"><path class=\"halo\" d=\"#{CROSS}\"/><path class=\"cross\" d=\"#{CROSS}\"/></g>"
        "<defs>#{points.join}#{cross}</defs>"
      end

      def corners(shape, radius)
        points = CORNERS.fetch(shape).map do |degrees|
          angle = degrees * Math::PI / 180
          [radius * Math.sin(angle), -radius * Math.cos(angle)].map { |length| Text.number(length) }.join(" ")
        end
        "M#{points.join(" ")}Z"
      end

      def rounded(radius, attributes)
        half, corner = ROUNDED.values_at(:side, :corner).map { |share| share * radius }
        from, side, round = [-half, 2 * half, corner].map { |length| Text.number(length) }
        "<rect#{attributes} x=\"#{from}\" y=\"#{from}\" width=\"#{side}\" height=\"#{side}\" rx=\"#{round}\"/>"
      end
    end
  end
end
