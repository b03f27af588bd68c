// A cell that several runs have: what contract 2 says of it as one.

import { max } from "d3-array";
import { overRuns } from "./over-runs.js";
import { meanWithInterval } from "./summary.js";

/**
 * @typedef {import("./merge.js").Cell} Cell
 * @typedef {Cell & {file: string[], repeats: Cell[]}} RepeatedCell `repeats`: of each run, of which its figures are made
 *
 * @param {Cell[]} cells one of each run, the newest first
 * @returns {Cell|RepeatedCell} of one run its own
 */
export function repeatedCell(cells) {
  if (cells.length === 1) return cells[0];
  const sum = (read) => cells.reduce((total, cell) => total + read(cell), 0);
  return {
    ...cells[0],
    file: cells.map(({ file }) => file),
    iterations: { length: sum(({ iterations }) => iterations.length) },
    outcomes: eachAddedUp(cells.map(({ outcomes }) => outcomes)),
    saturated: sum(({ saturated }) => saturated),
    sums: eachAddedUp(cells.map(({ sums }) => sums)),
    repeats: cells,
  };
}

/** Counts by name, each added up as far as it is known. */
function eachAddedUp(all) {
  const names = new Set(all.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => [name, sumOfKnown(all.map((counts) => counts[name] ?? null))]));
}

function sumOfKnown(counts) {
  return counts.reduce((total, count) => (count === null ? total : (total ?? 0) + count), null);
}

/** @returns {{mean: ?number, ci95: ?number}} */
export function figureOf({ figures, repeats }, field) {
  if (!repeats) return meanWithInterval(figures[field]);
  return overRuns(repeats.map(({ figures: own }) => ({ n: own[field].length, ...meanWithInterval(own[field]) })));
}

/** The highest of its runs' means. */
export function highestOf(cell, field) {
  return max(cell.repeats ?? [cell], (one) => meanWithInterval(one.figures[field]).mean) ?? null;
}
