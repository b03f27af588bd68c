// Student's t distribution: the 0.975 quantile, by jStat's inverse of the incomplete beta function.

import jstat from "jstat";

/** Of a dataset's cells nearly all have the same number of iterations. */
const known = new Map();

/**
 * The factor of a two-sided 95 % confidence interval.
 * @param {number} degreesOfFreedom 1 or more; whole, or between as Satterthwaite gives them
 * @returns {number} within a relative 1e-7
 */
export function studentT(degreesOfFreedom) {
  if (!known.has(degreesOfFreedom)) known.set(degreesOfFreedom, jstat.studentt.inv(0.975, degreesOfFreedom));
  return known.get(degreesOfFreedom);
}
