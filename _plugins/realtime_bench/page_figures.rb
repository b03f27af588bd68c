# frozen_string_literal: true

module RealtimeBench
  # Cuts a dataset's figures to the digits that pages carry. Tables, sentences and inline JSON all start from
  # these, so that what the build writes and what the browser writes are roundings of one number. A mean is written with three
  # digits and its interval with the mean's decimals; pages carry one more. The client's histograms hold no more than three.
  module PageFigures
    SIGNIFICANT_DIGITS = 4

    module_function

    # Floats to four significant digits, half-widths of intervals too and no finer than their means, and all digits before the
    # decimal point; whole numbers are counts and stay exact.
    # @param value [Hash, Array, String, Numeric, Boolean, nil]
    def round(value)
      case value
      when Hash then value.key?("ci95") ? round_statistic(value) : value.transform_values { |member| round(member) }
      when Array then value.map { |element| round(element) }
      when Float then round_figure(value, SIGNIFICANT_DIGITS)
      else value
      end
    end

    # @param statistic [Hash] "mean" and "ci95", each a figure or an array of figures
    def round_statistic(statistic)
      mean, half_width = statistic.values_at("mean", "ci95")
      pairs = [half_width].flatten.zip([mean].flatten)
      rounded = pairs.map { |pair| round_half_width(*pair) }
      { "mean" => round(mean), "ci95" => mean.is_a?(Array) ? rounded : rounded.first }
    end

    def round_half_width(half_width, mean)
      return half_width if half_width.nil? || half_width.zero?

      finest = mean.zero? ? SIGNIFICANT_DIGITS : SIGNIFICANT_DIGITS - decade(mean) + decade(half_width)
      round_figure(half_width, finest.clamp(1, SIGNIFICANT_DIGITS))
    end

    # The exponent of the first significant digit, once rounded as pages have it.
    def decade(figure)
      format("%.#{SIGNIFICANT_DIGITS - 1}e", figure)[/e(.+)/, 1].to_i
    end

    def round_figure(value, digits)
      return value.round if value.abs >= 10**(digits - 1)

      result = format("%.#{digits - 1}e", value).to_f
      result.to_i == result ? result.to_i : result
    end
  end
end
