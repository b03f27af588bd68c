// Student's t distribution: the 0.975 quantile, tabulated for few degrees of freedom and by a series
// beyond (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5).

import table from "../../../schema/student-t.json" with { type: "json" };

/**
 * The factor of a two-sided 95 % confidence interval.
 * @param {number} degreesOfFreedom 1 or more
 */
export function studentT(degreesOfFreedom) {
  return table.by_degrees_of_freedom[degreesOfFreedom - 1] ?? series(table.normal_quantile, degreesOfFreedom);
}

function series(z, v) {
  return (
    z +
    (z ** 3 + z) / (4 * v) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * v ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * v ** 3) +
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92160 * v ** 4)
  );
}
