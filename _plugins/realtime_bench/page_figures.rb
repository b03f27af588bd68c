# frozen_string_literal: true

module RealtimeBench
  # Cuts a dataset's figures to the digits that pages carry. Tables, sentences and inline JSON all start from
  # these, so that what the build writes and what the browser writes are roundings of one number.
  module PageFigures
    SIGNIFICANT_DIGITS = 6

    module_function

    # Floats to six significant digits; whole numbers are counts and stay exact.
    # @param value [Hash, Array, String, Numeric, Boolean, nil]
    def round(value)
      case value
      when Hash then value.transform_values { |member| round(member) }
      when Array then value.map { |element| round(element) }
      when Float then round_figure(value)
      else value
      end
    end

    def round_figure(value)
      result = format("%.#{SIGNIFICANT_DIGITS - 1}e", value).to_f
      result.to_i == result ? result.to_i : result
    end
  end
end
