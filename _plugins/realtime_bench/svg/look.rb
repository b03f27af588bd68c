# frozen_string_literal: true

module RealtimeBench
  module Svg
    # A technology's look as attributes. assets/css/plot.css chooses between its colours.
    module Look
      module_function

      def style(technology)
        light, dark = technology["color"].values_at("light", "dark")
        "style=\"--look-light:#{light};--look-dark:#{dark}\""
      end

      # With a space before it; nothing for a solid line.
      def dash(technology)
        technology["dash"].empty? ? "" : " stroke-dasharray=\"#{technology["dash"].join(" ")}\""
      end
    end
  end
end
