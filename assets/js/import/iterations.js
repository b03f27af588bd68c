// Rows of one cell, in the order of their files, as its iterations.

/**
 * Numbers the rows of each cell from 1.
 * @param {object[]} rows
 * @param {string[]} dimensions ids of the comparison's dimensions
 */
export function numbered(rows, dimensions) {
  const taken = new Map();
  return rows.map((row) => {
    const cell = ["technology", ...dimensions].map((field) => row[field]).join("\t");
    taken.set(cell, (taken.get(cell) ?? 0) + 1);
    return { ...row, iteration: taken.get(cell) };
  });
}
