// Mean and 95 % confidence interval of a cell's iterations. Held to vectors of scipy (test/fixtures/golden/).

import { fsum } from "d3-array";
import { studentT } from "./student-t.js";

/**
 * Arithmetic mean and half-width of its 95 % confidence interval, t(0.975, n−1) · s / √n.
 * @param {number[]} values
 * @returns {{mean: ?number, ci95: ?number}} null for no values; no interval for one
 */
export function meanWithInterval(values) {
  const n = values.length;
  if (n === 0) return { mean: null, ci95: null };
  const mean = fsum(values) / n;
  if (n === 1) return { mean, ci95: null };
  // Their mean may be one bit beside equal values, and would give them an interval.
  if (values.every((value) => value === values[0])) return { mean: values[0], ci95: 0 };
  const squares = fsum(values, (value) => (value - mean) ** 2);
  return { mean, ci95: (studentT(n - 1) * Math.sqrt(squares / (n - 1))) / Math.sqrt(n) };
}
