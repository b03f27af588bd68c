// The difference of two means with its 95 % confidence interval: Welch's t, with the degrees of freedom of
// Satterthwaite (B. L. Welch, Biometrika 34, 1947). `rtbench compare` does the same from the values themselves.

import { studentT } from "./student-t.js";

/**
 * @typedef {object} Sample a cell's figure as contract 2 gives it
 * @property {?number} n values, two or more where there is an interval; null where it is not known. Of several runs together one more than
 *   the interval's degrees of freedom
 * @property {number} mean
 * @property {?number} ci95 half-width of the mean's 95 % confidence interval
 */

/**
 * The first mean minus the second.
 * @param {Sample} first
 * @param {Sample} second
 * @returns {{difference: number, ci95: ?number}} `ci95`: the half-width of the difference's interval; null where one of the
 *   samples has none
 */
export function differenceOfMeans(first, second) {
  const difference = first.mean - second.mean;
  const samples = [first, second];
  if (samples.some(({ n, ci95 }) => n === null || ci95 === null)) return { difference, ci95: null };
  const squares = samples.map(squaredError);
  const square = squares[0] + squares[1];
  if (square === 0) return { difference, ci95: 0 };
  const freedom = square ** 2 / samples.reduce((sum, { n }, i) => sum + squares[i] ** 2 / (n - 1), 0);
  return { difference, ci95: studentT(freedom) * Math.sqrt(square) };
}

/** The square of a mean's standard error, s² / n, out of its interval. */
export function squaredError({ n, ci95 }) {
  return (ci95 / studentT(n - 1)) ** 2;
}
