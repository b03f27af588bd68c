# frozen_string_literal: true

module RealtimeBench
  # How many letters two names are apart: left out, put in, replaced, or swapped with their neighbour. The optimal
  # string alignment distance (Damerau 1964), as assets/js/results/edit-distance.js has it.
  module EditDistance
    module_function

    # @return [Integer]
    def between(one, other)
      before = nil
      last = (0..other.length).to_a
      one.each_char.with_index do |letter, row|
        current = [row + 1]
        other.each_char.with_index do |wanted, column|
          cost = [last[column + 1] + 1, current[column] + 1, last[column] + (letter == wanted ? 0 : 1)].min
          current << (swapped?(one, row, other, column) ? [cost, before[column - 1] + 1].min : cost)
        end
        before = last
        last = current
      end
      last.last
    end

    # The letters up to here are the other's, in turn.
    def swapped?(one, row, other, column)
      row.positive? && column.positive? && one[row] == other[column - 1] && one[row - 1] == other[column]
    end
  end
end
