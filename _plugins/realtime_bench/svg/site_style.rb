# frozen_string_literal: true

module RealtimeBench
  module Svg
    # The site's own style sheets, as far as a chart in a file of its own needs them: the page's colours and fonts, and
    # what is drawn in them.
    module SiteStyle
      COLORS = "assets/css/base.css"
      DRAWING = "assets/css/plot.css"
      ROOT = /:root\s*\{[^}]*\}/
      SCHEMES = /^#{ROOT}|^@media [^{]*\{\s*#{ROOT}\s*\}/

      module_function

      # @param folder [String] the site's source
      # @return [String] CSS on one line
      def read(folder)
        colors, drawing = [COLORS, DRAWING].map { |path| File.read(File.join(folder, path), encoding: "UTF-8") }
        compact([*colors.scan(SCHEMES), drawing].join("\n"))
      end

      def compact(css)
        css.gsub(%r{/\*.*?\*/}m, "").gsub(/\s*\n\s*/, "")
      end
    end
  end
end
