# frozen_string_literal: true

require "cgi"

module RealtimeBench
  module Svg
    # Texts in SVG: escaped, and measured without a font. Widths are those of the Helvetica family (Arial, Liberation
    # Sans), in thousandths of the font's size, as in Adobe's metrics of its core fonts; a reader's own sans serif is near.
    module Text
      # From the space to the tilde.
      WIDTHS = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
      ].freeze
      FIRST = " ".ord
      # Of characters that the table lacks.
      USUAL_WIDTH = 556
      # Semibold letters are wider, and so are some sans serifs: enough that names keep apart in these.
      BOLD = 1.2

      module_function

      # @return [Float] the width of a text in pixels, about
      def width(text, size, bold: false)
        thousandths = text.each_char.sum { |character| char_width(character.ord - FIRST) }
        thousandths * size / 1000.0 * (bold ? BOLD : 1)
      end

      def escape(text)
        CGI.escapeHTML(text)
      end

      # A coordinate or length to a tenth, without the zeros that say nothing.
      def number(value)
        value.round(1).to_s.delete_suffix(".0").sub(/\A-0\z/, "0")
      end

      # A share of a whole as a percentage to a tenth: "12.5%".
      def percent(share)
        "#{number(100 * share)}%"
      end

      def char_width(index)
        index.negative? ? USUAL_WIDTH : WIDTHS[index] || USUAL_WIDTH
      end
    end
  end
end
