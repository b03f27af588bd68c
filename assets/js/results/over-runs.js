// A figure over several runs of a cell, with a random effect of the run: R. DerSimonian, N. Laird, Controlled Clinical Trials 7 (1986),
// 177–188. Held to vectors of statsmodels (test/fixtures/over-runs.json); docs/decisions/runs-together.md weighs what else there is.

import { fsum } from "d3-array";
import { studentT } from "./student-t.js";
import { meanWithInterval } from "./summary.js";
import { squaredError } from "./welch.js";

/**
 * The runs' mean, and the half-width of its 95 % confidence interval: t(0.975, N − k) times its standard error for N iterations in k runs,
 * and never so little that one of the runs' means lies outside.
 * @param {import("./welch.js").Sample[]} samples a run each; one without a figure has a mean of null
 * @returns {{mean: ?number, ci95: ?number}} of one run with a figure, that
 */
export function overRuns(samples) {
  const known = samples.filter(({ mean }) => mean !== null);
  if (known.length < 2) return { mean: known[0]?.mean ?? null, ci95: known[0]?.ci95 ?? null };
  const means = known.map(({ mean }) => mean);
  const { mean, ci95 } = known.some((one) => one.ci95 === null) ? meanWithInterval(means) : randomEffect(known);
  return { mean, ci95: Math.max(ci95, ...means.map((one) => Math.abs(one - mean))) };
}

/**
 * The degrees of freedom of an interval over runs. Where no run has an interval of its own the runs themselves are the sample.
 * @param {number} iterations of all runs
 * @param {number} runs
 */
export function freedomOverRuns(iterations, runs) {
  return Math.max(iterations - runs, runs - 1);
}

function randomEffect(samples) {
  const means = samples.map(({ mean }) => mean);
  const within = samples.map(squaredError);
  const between = varianceBetween(means, within);
  const variances = within.map((one) => one + between);
  const weights = weightsOf(variances);
  const total = fsum(weights);
  const freedom = freedomOverRuns(
    fsum(samples, ({ n }) => n),
    samples.length,
  );
  const squares = fsum(weights, (weight, i) => weight ** 2 * variances[i]);
  return { mean: weightedMean(means, weights), ci95: (studentT(freedom) * Math.sqrt(squares)) / total };
}

/**
 * By the method of moments. DerSimonian and Laird weigh by the inverse variances; where one is 0, equal weights take their place (the general
 * method: R. DerSimonian, R. Kacker, Contemporary Clinical Trials 28, 2007), which for two runs come to the same.
 */
function varianceBetween(means, within) {
  const weights = weightsOf(within);
  const total = fsum(weights);
  const center = weightedMean(means, weights);
  const found = fsum(means, (mean, i) => weights[i] * (mean - center) ** 2);
  const expected = fsum(within, (square, i) => square * weights[i] * (1 - weights[i] / total));
  return Math.max(0, (found - expected) / fsum(weights, (weight) => weight * (1 - weight / total)));
}

/** A run whose iterations are all equal has a variance of 0, of which no weight can be made: all get the same. */
function weightsOf(variances) {
  return variances.some((one) => one === 0) ? variances.map(() => 1) : variances.map((one) => 1 / one);
}

/** Counted from the first, so that equal means stay what they are to the last bit. */
function weightedMean(means, weights) {
  const [first] = means;
  return first + fsum(means, (mean, i) => weights[i] * (mean - first)) / fsum(weights);
}
