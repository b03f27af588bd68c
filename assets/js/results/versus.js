// Two technologies cell by cell: the difference of a figure, and what its interval lets one say.

import { freedomOverRuns } from "./over-runs.js";
import { differenceOfMeans } from "./welch.js";

/**
 * @typedef {object} Difference in one cell that both have
 * @property {object} place the cell's dimensions, as `{rooms: 1, users: 10}`
 * @property {[number, number]} cells their indexes, the first technology's first
 * @property {[?number, ?number]} means
 * @property {?number} difference the first mean minus the second; null where one is missing
 * @property {?number} ci95 half-width of its 95 % confidence interval; null where there is none
 * @property {"lower"|"higher"|"undecided"|"untested"|"missing"} verdict on the first: `undecided` where the interval
 *   includes zero, `untested` where there is no interval, `missing` where there is no difference
 */

/**
 * @param {import("./dataset.js").Dataset} dataset
 * @param {[string, string]} technologies their ids
 * @param {string} field of a metric's statistic
 * @returns {Difference[]} in the order of the dataset's cells
 */
export function differences(dataset, technologies, field) {
  return dataset.combinations().flatMap((place) => {
    const cells = technologies.map((id) => dataset.cellsOf(id, place)[0]);
    return cells.includes(undefined)
      ? []
      : [{ place, cells, ...compare(cells.map((cell) => sample(dataset, cell, field))) }];
  });
}

/** How many cells have each verdict. */
export function tally(all) {
  const counts = { lower: 0, higher: 0, undecided: 0, untested: 0, missing: 0 };
  for (const { verdict } of all) counts[verdict]++;
  return counts;
}

function compare([first, second]) {
  const means = [first.mean, second.mean];
  if (means.includes(null)) return { means, difference: null, ci95: null, verdict: "missing" };
  const { difference, ci95 } = differenceOfMeans(first, second);
  return { means, difference, ci95, verdict: verdictOf(difference, ci95) };
}

function verdictOf(difference, ci95) {
  if (ci95 === null) return "untested";
  if (Math.abs(difference) <= ci95) return "undecided";
  return difference < 0 ? "lower" : "higher";
}

/** Where an iteration is unfinished, it isn't known how many of the iterations have a figure. */
function sample(dataset, cell, field) {
  const { iterations, unfinished } = dataset.caveats(cell);
  const n = freedomOverRuns(iterations, dataset.runsOf(cell).length) + 1;
  return { n: unfinished > 0 ? null : n, ...dataset.figure(cell, field) };
}
