// Contract 2's arithmetic: rows of iterations to cells with mean and 95 % confidence interval. Ruby
// does the same at build time; both are held to test/fixtures/golden/.

import { studentT } from "./student-t.js";

export const SUMS = ["expected_deliveries", "lost_deliveries", "duplicated_deliveries", "out_of_order_deliveries"];

/**
 * @param {object[]} rows of one run, checked
 * @param {{dimensions: {id: string}[], axes: {id: string, product: string[]}[]}} comparison
 * @param {string[]} fields that hold the metrics' statistics
 * @param {string[]} [technologies] ids in the order that the cells shall have; alphabetical if not given
 * @returns {object[]} cells sorted by technology and dimensions, each with its `n`, what went wrong, and one
 *   `{mean, ci95}` a field
 */
export function summarise(
  rows,
  comparison,
  fields,
  technologies = [...new Set(rows.map((row) => row.technology))].sort(),
) {
  const dimensions = comparison.dimensions.map(({ id }) => id);
  const cells = new Map();
  for (const row of rows) {
    const key = ["technology", ...dimensions].map((id) => row[id]).join(" ");
    if (cells.has(key)) cells.get(key).push(row);
    else cells.set(key, [row]);
  }
  const rank = (cell) => technologies.indexOf(cell.technology);
  return [...cells.values()]
    .map((iterations) => summariseCell(iterations, dimensions, comparison.axes, fields))
    .sort((a, b) => rank(a) - rank(b) || dimensions.reduce((order, id) => order || a[id] - b[id], 0));
}

function summariseCell(iterations, dimensions, axes, fields) {
  const [first] = iterations;
  const count = (test) => iterations.filter(test).length;
  const counted = axes.filter(({ id }) => !dimensions.includes(id));
  return {
    technology: first.technology,
    ...Object.fromEntries(dimensions.map((id) => [id, first[id]])),
    ...Object.fromEntries(
      counted.map(({ id, product }) => [id, product.reduce((value, field) => value * first[field], 1)]),
    ),
    n: iterations.length,
    unfinished_iterations: count(({ outcome }) => outcome !== undefined && outcome !== "complete"),
    saturated_iterations: count(({ client_saturated }) => client_saturated === true),
    ...Object.fromEntries(SUMS.map((field) => [field, sumOf(given(iterations, field))])),
    ...Object.fromEntries(fields.map((field) => [field, meanWithInterval(given(iterations, field))])),
  };
}

/**
 * Arithmetic mean and half-width of its 95 % confidence interval, t(0.975, n−1) · s / √n.
 * @param {number[]} values
 * @returns {{mean: ?number, ci95: ?number}} null for no values; no interval for one
 */
export function meanWithInterval(values) {
  const n = values.length;
  if (n === 0) return { mean: null, ci95: null };
  const mean = sum(values) / n;
  if (n === 1) return { mean, ci95: null };
  const deviation = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (n - 1));
  return { mean, ci95: (studentT(n - 1) * deviation) / Math.sqrt(n) };
}

function given(iterations, field) {
  return iterations.map((row) => row[field]).filter((value) => value !== undefined);
}

function sumOf(values) {
  return values.length === 0 ? null : sum(values);
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
