# frozen_string_literal: true

require_relative "../language"

# How figures are written in sentences and in the tables that Liquid writes. assets/js/format.js writes all others alike, the one
# thing that is said twice: both are held to test/fixtures/format.json, and docs/contracts.md states the rules.
module RealtimeBench
  module FigureFormat
    SIGNIFICANT_DIGITS = 3
    SMALLEST = Rational(1, 1000)
    MISSING = "–"
    NO_BREAK_SPACE = "\u00a0"

    module_function

    # A measured value: three significant digits, all digits before the decimal point.
    # Returns e.g. "0.310", "99.1", "30,001", "<0.001", or a dash for nil.
    def figure(value)
      return MISSING if value.nil?

      exact = value.to_r
      return "<#{Language.current.number("0", "001")}" if exact.abs.positive? && exact.abs < SMALLEST

      fixed(exact, decimals(exact))
    end

    # A count: a whole number with separators, e.g. "578,000"; a dash for nil.
    def count(value)
      value.nil? ? MISSING : fixed(value.to_r, 0)
    end

    # A mean and the half-width of its interval, written to the mean's decimals: "0.310 ± 0.020".
    # Without a half-width only the mean.
    def interval(mean, half_width)
      text = figure(mean)
      return text if mean.nil? || half_width.nil? || text.start_with?("<")

      "#{text} ± #{fixed(half_width.to_r, decimals(mean.to_r))}"
    end

    # A text and its unit, which a line break must not part.
    def with_unit(text, unit)
      text == MISSING || unit.to_s.empty? ? text : "#{text}#{NO_BREAK_SPACE}#{unit}"
    end

    # Decimals that leave `value` its significant digits after rounding (9.996 becomes 10.0).
    def decimals(value)
      return 0 if value.zero?

      exponent = Math.log10(value.abs).floor
      exponent += 1 while value.abs.round(SIGNIFICANT_DIGITS - 1 - exponent) >= 10**(exponent + 1)
      [SIGNIFICANT_DIGITS - 1 - exponent, 0].max
    end

    # `value` (Rational) to `decimals`, halves away from zero, with separators between thousands.
    def fixed(value, decimals)
      digits = (value.abs * (10**decimals)).round.to_s.rjust(decimals + 1, "0")
      whole = digits[0, digits.length - decimals]
      fraction = decimals.zero? ? "" : digits[-decimals..]
      sign = value.negative? && digits.match?(/[1-9]/) ? "−" : ""
      sign + Language.current.number(whole, fraction)
    end
  end
end
