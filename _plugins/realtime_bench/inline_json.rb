# frozen_string_literal: true

require "json"

module RealtimeBench
  # Writes a dataset as JSON that is safe inside a <script> element, with figures cut to the digits that
  # a chart can show.
  module InlineJson
    SIGNIFICANT_DIGITS = 6
    ESCAPES = { "<" => '\u003c', ">" => '\u003e', "&" => '\u0026', "\u2028" => '\u2028', "\u2029" => '\u2029' }.freeze

    module_function

    # @param value [Hash, Array, String, Numeric, Boolean, nil]
    # @return [String] JSON without any character that could end or confuse the element
    def dump(value)
      JSON.generate(rounded(value)).gsub(/[<>&\u2028\u2029]/, ESCAPES)
    end

    # Floats to six significant digits; whole numbers are counts and stay exact.
    def rounded(value)
      case value
      when Hash then value.transform_values { |member| rounded(member) }
      when Array then value.map { |element| rounded(element) }
      when Float then rounded_figure(value)
      else value
      end
    end

    def rounded_figure(value)
      result = format("%.#{SIGNIFICANT_DIGITS - 1}e", value).to_f
      result.to_i == result ? result.to_i : result
    end
  end
end
