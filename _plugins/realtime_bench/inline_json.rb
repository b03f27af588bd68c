# frozen_string_literal: true

require "json"

module RealtimeBench
  # Writes JSON that is safe inside a <script> element.
  module InlineJson
    ESCAPES = { "<" => '\u003c', ">" => '\u003e', "&" => '\u0026', "\u2028" => '\u2028', "\u2029" => '\u2029' }.freeze

    module_function

    # @param value [Hash, Array, String, Numeric, Boolean, nil]
    # @return [String] JSON without any character that could end or confuse the element
    def dump(value)
      JSON.generate(value).gsub(/[<>&\u2028\u2029]/, ESCAPES)
    end
  end
end
