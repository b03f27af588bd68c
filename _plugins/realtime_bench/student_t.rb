# frozen_string_literal: true

module RealtimeBench
  # The 0.975 quantile of Student's t: from a table, and beyond it by the series of Abramowitz and Stegun,
  # Handbook of Mathematical Functions, 26.7.5, to its fourth term.
  class StudentT
    # @param table [Hash] schema/student-t.json
    def initialize(table)
      @quantiles = table.fetch("by_degrees_of_freedom")
      @normal = table.fetch("normal_quantile")
    end

    # @param degrees [Integer] degrees of freedom, from 1
    # @return [Float]
    def quantile(degrees)
      @quantiles[degrees - 1] || series(degrees.to_f)
    end

    private

    def series(degrees)
      z = @normal
      z +
        (((z**3) + z) / (4 * degrees)) +
        (((5 * (z**5)) + (16 * (z**3)) + (3 * z)) / (96 * (degrees**2))) +
        (((3 * (z**7)) + (19 * (z**5)) + (17 * (z**3)) - (15 * z)) / (384 * (degrees**3))) +
        (((79 * (z**9)) + (776 * (z**7)) + (1482 * (z**5)) - (1920 * (z**3)) - (945 * z)) / (92_160 * (degrees**4)))
    end
  end
end
