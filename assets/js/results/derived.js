// Figures that result files do not hold, made of what they hold by a formula of data/metrics.yml: a factor times a product, over a
// product, each part a field or the sum of several.

/**
 * @param {import("./columns.js").Columns} columns
 * @param {{factor?: number, times: (string|string[])[], per: (string|string[])[]}} formula
 * @returns {?Float64Array} the figure a row; NaN where the row lacks a part, or a divisor is 0; null where all rows lack a part
 */
export function derivedColumn(columns, { factor = 1, times, per }) {
  const [above, below] = [times, per].map((parts) =>
    parts.map((part) => [part].flat().map((id) => columns.numbers(id))),
  );
  if ([...above, ...below].flat().includes(null)) return null;
  return Float64Array.from({ length: columns.count }, (_, row) => {
    const divisor = product(below, row);
    return divisor === 0 ? Number.NaN : (factor * product(above, row)) / divisor;
  });
}

function product(parts, row) {
  let result = 1;
  for (const summands of parts) {
    let sum = 0;
    for (const values of summands) sum += values[row];
    result *= sum;
  }
  return result;
}
