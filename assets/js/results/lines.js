// Lines and columns of places in a text, both from 1. Columns count characters, not UTF-16 units.

/**
 * @param {string} text
 * @param {number[]} offsets
 * @returns {[number, number][]} line and column of each
 */
export function linesAndColumns(text, offsets) {
  const places = new Map();
  let [line, column, from] = [1, 1, 0];
  for (const offset of [...new Set(offsets)].sort((one, other) => one - other)) {
    const between = text.slice(from, offset);
    const last = between.lastIndexOf("\n");
    line += between.split("\n").length - 1;
    column = last < 0 ? column + [...between].length : [...between.slice(last + 1)].length + 1;
    places.set(offset, [line, column]);
    from = offset;
  }
  return offsets.map((offset) => places.get(offset));
}

/** `FILE:LINE:COLUMN` of one place. */
export function placeInText(file, text, offset) {
  return [file, ...linesAndColumns(text, [offset])[0]].join(":");
}
