// A file's cells as columns of numbers, which a worker hands over without copying, and back as a dataset has them.

/** As many significant digits as pages have (page_figures.rb); half-widths are no finer than their means. */
const DIGITS = 4;

/**
 * @param {object[]} cells as `summarise` gives them
 * @param {string[]} fields that hold the metrics' statistics
 * @returns {{technologies: string[], technology: Uint32Array, counts: Object<string, Float64Array>,
 *   figures: Object<string, {mean: Float64Array, ci95: Float64Array}>}} absent values are NaN; figures have the
 *   digits that pages have
 */
export function packCells(cells, fields) {
  const technologies = [...new Set(cells.map(({ technology }) => technology))];
  const numbers = new Map(technologies.map((id, number) => [id, number]));
  const present = fields.filter((field) => cells.some((cell) => (cell[field]?.mean ?? null) !== null));
  const counts = Object.keys(cells[0]).filter((key) => key !== "technology" && !fields.includes(key));
  const column = (value) => Float64Array.from(cells, (cell) => value(cell) ?? Number.NaN);
  return {
    technologies,
    technology: Uint32Array.from(cells, ({ technology }) => numbers.get(technology)),
    counts: Object.fromEntries(counts.map((key) => [key, column((cell) => cell[key])])),
    figures: Object.fromEntries(
      present.map((field) => [
        field,
        {
          mean: column((cell) => rounded(cell[field].mean)),
          ci95: column((cell) => roundedHalfWidth(cell[field])),
        },
      ]),
    ),
  };
}

/** The buffers of packed cells, to be transferred. */
export function buffersOf({ technology, counts, figures }) {
  const columns = [technology, ...Object.values(counts), ...Object.values(figures).flatMap(Object.values)];
  return columns.map(({ buffer }) => buffer);
}

/** A column as a dataset has it: absent values are null. */
export function unpacked(column) {
  return Array.from(column, (value) => (Number.isNaN(value) ? null : value));
}

function roundedHalfWidth({ mean, ci95 }) {
  if (ci95 === null || ci95 === 0) return ci95;
  const finest = mean === 0 ? DIGITS : DIGITS - decade(mean) + decade(ci95);
  return rounded(ci95, Math.min(Math.max(finest, 1), DIGITS));
}

/** The exponent of the first significant digit, once rounded as pages have it. */
function decade(figure) {
  return Number(figure.toExponential(DIGITS - 1).split("e")[1]);
}

/** All digits before the decimal point stay. */
function rounded(value, digits = DIGITS) {
  if (value === null) return null;
  return Math.abs(value) >= 10 ** (digits - 1) ? Math.round(value) : Number(value.toPrecision(digits));
}
