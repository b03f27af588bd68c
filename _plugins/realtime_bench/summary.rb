# frozen_string_literal: true

module RealtimeBench
  # Mean and 95 % confidence half-width of a cell's iterations.
  class Summary
    # @param student_t [StudentT]
    def initialize(student_t)
      @student_t = student_t
    end

    # @param values [Array<Float>] one per iteration that has the field
    # @return [Array(Float, Float)] mean and half-width; nil where there are too few values
    def call(values)
      count = values.length
      return [nil, nil] if count.zero?

      mean = values.sum / count
      return [mean, nil] if count == 1

      squares = values.sum { |value| (value - mean) * (value - mean) }
      deviation = Math.sqrt(squares / (count - 1))
      [mean, @student_t.quantile(count - 1) * deviation / Math.sqrt(count)]
    end
  end
end
