# frozen_string_literal: true

module RealtimeBench
  # The 0.975 quantile of Student's t: from a table, and beyond it by the series of Abramowitz and Stegun,
  # Handbook of Mathematical Functions, 26.7.5, to its fourth term.
  class StudentT
    # Term k of the series: a polynomial in the normal quantile (power to coefficient), over
    # divisor * degrees ** k.
    TERMS = [
      [4, { 3 => 1, 1 => 1 }],
      [96, { 5 => 5, 3 => 16, 1 => 3 }],
      [384, { 7 => 3, 5 => 19, 3 => 17, 1 => -15 }],
      [92_160, { 9 => 79, 7 => 776, 5 => 1482, 3 => -1920, 1 => -945 }],
    ].freeze

    # @param table [Hash] schema/student-t.json
    def initialize(table)
      @quantiles = table.fetch("by_degrees_of_freedom")
      @normal = table.fetch("normal_quantile")
    end

    # @param degrees [Integer] degrees of freedom, from 1
    # @return [Float]
    def quantile(degrees)
      @quantiles[degrees - 1] || series(degrees)
    end

    private

    def series(degrees)
      TERMS.each_with_index.sum(@normal) do |(divisor, polynomial), index|
        polynomial.sum { |power, coefficient| coefficient * (@normal**power) } / (divisor * (degrees**(index + 1)))
      end
    end
  end
end
