# frozen_string_literal: true

module RealtimeBench
  # Cuts a dataset's figures to the digits that pages carry. Tables, sentences and inline JSON all start from
  # these, so that what the build writes and what the browser writes are roundings of one number. A mean is written with three
  # digits and its interval with the mean's decimals: pages carry so many more that rounding twice seldom shows. (The half-width
  # of three iterations is at most 4.3 times their mean.)
  module PageFigures
    SIGNIFICANT_DIGITS = 5
    INTERVALS = "ci95"
    DIGITS_OF_INTERVALS = 4

    module_function

    # Floats to five significant digits, half-widths of intervals to four, and all digits before the decimal point; whole
    # numbers are counts and stay exact.
    # @param value [Hash, Array, String, Numeric, Boolean, nil]
    def round(value, digits = SIGNIFICANT_DIGITS)
      case value
      when Hash then value.to_h { |key, member| [key, round(member, key == INTERVALS ? DIGITS_OF_INTERVALS : digits)] }
      when Array then value.map { |element| round(element, digits) }
      when Float then round_figure(value, digits)
      else value
      end
    end

    def round_figure(value, digits)
      return value.round if value.abs >= 10**(digits - 1)

      result = format("%.#{digits - 1}e", value).to_f
      result.to_i == result ? result.to_i : result
    end
  end
end
