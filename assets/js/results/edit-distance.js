// How many letters two names are apart: left out, put in, replaced, or swapped with their neighbour. The optimal string
// alignment distance (Damerau 1964), as _plugins/realtime_bench/edit_distance.rb has it.

/**
 * @param {string|string[]} one its letters
 * @param {string} other
 * @returns {number}
 */
export function editDistance(one, other) {
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let row = 0; row < one.length; row++) {
    const current = [row + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = last[column] + (one[row] === other[column] ? 0 : 1);
      const cost = Math.min(last[column + 1] + 1, current[column] + 1, replaced);
      const swapped = row > 0 && column > 0 && one[row] === other[column - 1] && one[row - 1] === other[column];
      current.push(swapped ? Math.min(cost, before[column - 1] + 1) : cost);
    }
    before = last;
    last = current;
  }
  return last.at(-1);
}
