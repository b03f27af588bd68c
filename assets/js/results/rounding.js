// Cuts figures to the digits that pages carry: tables, sentences and inline JSON all start from these, so that they are roundings of
// one number. A mean is written with three digits, and pages carry one more; its interval with the mean's decimals and no more than
// three digits, so pages carry no more of it either. The client's histograms hold no more than three.

const DIGITS = 4;
const HALF_WIDTH_DIGITS = 3;

/** Four significant digits; all digits before the decimal point stay. */
function roundedFigure(value, digits = DIGITS) {
  if (value === null) return null;
  return Math.abs(value) >= 10 ** (digits - 1) ? Math.round(value) : Number(value.toPrecision(digits));
}

/**
 * A mean and its half-width, which is no finer than the mean.
 * @param {{mean: ?number, ci95: ?number}} figure
 */
export function roundedStatistic({ mean, ci95 }) {
  return { mean: roundedFigure(mean), ci95: roundedHalfWidth(ci95, mean) };
}

function roundedHalfWidth(ci95, mean) {
  if (ci95 === null || ci95 === 0) return ci95;
  const finest = mean === 0 ? HALF_WIDTH_DIGITS : DIGITS - decade(mean) + decade(ci95);
  return roundedFigure(ci95, Math.min(Math.max(finest, 1), HALF_WIDTH_DIGITS));
}

/** The exponent of the first significant digit, once rounded as pages have it. */
function decade(figure) {
  return Number(figure.toExponential(DIGITS - 1).split("e")[1]);
}

/**
 * @param {Object<string, (*[]|{mean: (?number)[], ci95: (?number)[]})>} columns of contract 2
 * @returns {object} the same, their figures rounded
 */
export function roundedColumns(columns) {
  const rounded = ({ mean, ci95, highest }) => {
    const figures = mean.map((value, i) => roundedStatistic({ mean: value, ci95: ci95[i] }));
    const parts = { mean: figures.map((one) => one.mean), ci95: figures.map((one) => one.ci95) };
    return highest ? { ...parts, highest: highest.map((one) => roundedFigure(one)) } : parts;
  };
  const entries = Object.entries(columns);
  return Object.fromEntries(entries.map(([key, column]) => [key, column.mean ? rounded(column) : column]));
}

/**
 * Numbers within what files state of their runs, whole ones left as they are.
 * @param {*} value JSON
 */
export function roundedDeep(value) {
  if (typeof value === "number") return Number.isInteger(value) ? value : roundedFigure(value);
  if (Array.isArray(value)) return value.map(roundedDeep);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, roundedDeep(member)]));
}
