# frozen_string_literal: true

module RealtimeBench
  module Svg
    # Axes with the range and the ticks that the browser's charts take: those of assets/js/charts/axes.js, and of Chart.js'
    # linear scale from zero. test/fixtures/ticks.json holds both sides to the same vectors.
    # Each has `ticks` (values in order, the grid's lines), `largest` (the value of its last tick) and `at`.
    module Scale
      MANTISSAS = [1, 2, 5].freeze

      # @param kind [String] "linear" or "log"
      # @param values [Array<Numeric>] what the axis has to hold, none below zero
      # @param most [Integer] of the ticks of a linear axis
      # @param grace [Float] by which share of half its range a linear axis reaches beyond the values
      def self.of(kind, values, most: 8, grace: 0)
        kind == "log" ? Logarithmic.new(values) : Linear.new(values, most: most, grace: grace)
      end

      # The largest of 1, 2, 5 times a power of ten that isn't above a positive value.
      def self.round_down(value)
        decade = 10.0**Math.log10(value).floor
        MANTISSAS.map { |mantissa| mantissa * decade }.reverse.find { |round| round <= value } || decade
      end

      # From zero to a round value.
      class Linear
        attr_reader :ticks

        def initialize(values, most:, grace:)
          highest = values.max || 0
          highest = 1 if highest.zero?
          @ticks = even(highest + (grace * highest.fdiv(2)), most - 1)
        end

        def largest
          ticks.last
        end

        # Where a value lies: 0 at the axis' beginning, 1 at its end.
        def at(value)
          value.fdiv(largest)
        end

        private

        # The multiples of the smallest round step that needs no more than so many steps.
        def even(highest, steps)
          step = round_up(highest.fdiv(steps))
          needed = (highest / step).ceil
          step = round_up(needed * step / steps) if needed > steps
          digits = decimals(step)
          Array.new(1 + (highest / step).ceil) { |index| (index * step).round(digits) }
        end

        # The smallest of 1, 2, 5, 10 times a power of ten that isn't below a positive value. One that is whole but for
        # its last digits counts as whole.
        def round_up(value)
          value = value.round if (value - value.round).abs < value / 1000
          decade = 10.0**Math.log10(value).floor
          [*MANTISSAS, 10].find { |mantissa| value / decade <= mantissa } * decade
        end

        def decimals(step)
          (0..).find { |digits| step.round(digits) == step }
        end
      end

      # Between round values; all else that isn't above zero lies at its beginning.
      class Logarithmic
        EMPTY = [1, 10].freeze
        # As many labels as find room in a box of the page.
        MOST = 9

        attr_reader :ticks, :largest

        def initialize(values)
          positive = values.select(&:positive?)
          @smallest, @largest = positive.empty? ? EMPTY : around(*positive.minmax)
          all = round_values
          @ticks = all.each_slice(all.length.fdiv(MOST).ceil).map(&:first)
        end

        def at(value)
          return 0.0 unless value.positive?

          Math.log10(value.fdiv(@smallest)) / Math.log10(@largest.fdiv(@smallest))
        end

        private

        # The narrowest range of round values around two positive ones, never empty.
        def around(low, high)
          smallest = Scale.round_down(low)
          decade = 10.0**Math.log10(high).floor
          [smallest, [*MANTISSAS, 10].map { |mantissa| mantissa * decade }.find { |round| round >= high && round > smallest }]
        end

        # 1, 2 and 5 of each decade within the range.
        def round_values
          first, last = [@smallest, @largest].map { |end_of_range| Math.log10(end_of_range).floor }
          all = (first..last).flat_map { |exponent| MANTISSAS.map { |mantissa| mantissa * 10.0**exponent } }
          slack = 1 + 1e-9
          all.select { |value| value * slack >= @smallest && value <= @largest * slack }
        end
      end

      # Logarithmic, with a tick at each of the values measured and half a step of room beside them: `measuredTicks` of
      # assets/js/charts/axes.js.
      class Measured
        attr_reader :ticks

        def initialize(values)
          @ticks = values.select(&:positive?).uniq.sort
          @ticks = Logarithmic::EMPTY if @ticks.empty?
          @step = @ticks.length > 1 ? ticks.last.fdiv(ticks.first)**(1.0 / (ticks.length - 1)) : 2
        end

        def largest
          ticks.last
        end

        def at(value)
          return 0.0 unless value.positive?

          (Math.log(value.fdiv(ticks.first), @step) + 0.5) / ticks.length
        end
      end
    end
  end
end
