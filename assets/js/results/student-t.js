// Student's t distribution: the 0.975 quantile. Tabulated for few whole degrees of freedom, and by a series beyond
// (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5); between whole ones by integration.

import table from "../../../schema/student-t.json" with { type: "json" };

/** Strips of Simpson's rule. */
const STRIPS = 200;
/** From this many degrees of freedom on, the density vanishes so smoothly at infinity that the rule is exact. */
const SMOOTH = 20;

/**
 * The factor of a two-sided 95 % confidence interval.
 * @param {number} degreesOfFreedom 1 or more; whole, or between as Satterthwaite gives them
 * @returns {number} within a relative 1e-7; whole degrees within 1e-9
 */
export function studentT(degreesOfFreedom) {
  const { by_degrees_of_freedom: quantiles, normal_quantile: normal, quantile } = table;
  if (degreesOfFreedom > quantiles.length) return series(normal, degreesOfFreedom);
  return quantiles[degreesOfFreedom - 1] ?? integrated(2 * quantile - 1, degreesOfFreedom);
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

/**
 * With t = √v · tan θ the density is proportional to cosᵛ⁻¹ θ, so the θ is sought up to which lies the share. The integral
 * is concave: Newton's steps from 0 come nearer from below, and never beyond.
 */
function integrated(share, v) {
  const density = (angle) => Math.cos(angle) ** (v - 1);
  const wanted = share * wholeIntegral(v);
  let angle = 0;
  let step = wanted;
  while (step > 1e-12) {
    angle += step;
    step = (wanted - simpson(density, angle)) / density(angle);
  }
  return Math.sqrt(v) * Math.tan(angle);
}

/** The integral of cosᵛ⁻¹ from 0 to π/2, by that of a higher power: I(v) = I(v + 2) · (v + 1) / v. */
function wholeIntegral(v) {
  if (v < SMOOTH) return (wholeIntegral(v + 2) * (v + 1)) / v;
  return simpson((angle) => Math.cos(angle) ** (v - 1), Math.PI / 2);
}

/** The integral of a function from 0 to `end`. */
function simpson(f, end) {
  const width = end / STRIPS;
  let sum = f(0) + f(end);
  for (let i = 1; i < STRIPS; i++) sum += (i % 2 === 1 ? 4 : 2) * f(i * width);
  return (sum * width) / 3;
}
