// The words of A versus B. They say of A what its figures are against B's, and never more than the interval bears out.

import { formatFigure, withUnit } from "../format.js";
import { tally } from "../results/versus.js";

/** `−0.444 to −0.380`: from where to where the difference lies with 95 % confidence. */
export function intervalWords({ difference, ci95 }) {
  return ci95 === null ? "–" : `${formatFigure(difference - ci95)} to ${formatFigure(difference + ci95)}`;
}

/**
 * One cell in words: `Go is lower by 0.412 ms (0.380 to 0.444), 2.31 ×`.
 * @param {import("../results/versus.js").Difference} one
 * @param {[string, string]} names of the technologies
 */
export function differenceWords(one, names, unit) {
  const { means, difference, ci95, verdict } = one;
  if (verdict === "missing") return `${names.filter((_, i) => means[i] === null).join(" and ")} not measured`;
  if (verdict === "undecided") return "No difference shown";
  const size = Math.abs(difference);
  if (verdict === "untested") {
    const relation =
      difference === 0
        ? "the same"
        : `${relationOf(difference)} by ${withUnit(formatFigure(size), unit)}${times(means)}`;
    return `${names[0]} is ${relation}; no interval, so it may be chance`;
  }
  const range = `${formatFigure(size - ci95)} to ${formatFigure(size + ci95)}`;
  return `${names[0]} is ${verdict} by ${withUnit(formatFigure(size), unit)} (${range})${times(means)}`;
}

/**
 * All cells of a metric in a sentence: `of 18 cells, Go is lower than Node.js in 15 (1.20 to 31.0 ×), higher in 1; no
 * difference is shown in 2.`
 */
export function verdictSummary(all, names) {
  const counts = tally(all);
  if (all.length === 0) return "no cell was measured with both.";
  const decided = ["lower", "higher"].filter((verdict) => counts[verdict] > 0);
  const comparisons = decided.map(
    (verdict, i) => `${verdict}${i === 0 ? ` than ${names[1]}` : ""} in ${counts[verdict]}${factors(all, verdict)}`,
  );
  const clauses = [
    decided.length > 0 && `${names[0]} is ${comparisons.join(", ")}`,
    counts.undecided > 0 && `no difference is shown in ${counts.undecided}`,
    counts.untested > 0 && `there is no interval to judge by in ${counts.untested}`,
    counts.missing > 0 && `a figure is missing in ${counts.missing}`,
  ].filter(Boolean);
  return `of ${all.length} ${all.length === 1 ? "cell" : "cells"}, ${clauses.join("; ")}.`;
}

/** The range of the factors of cells with a verdict: ` (1.20 to 31.0 ×)`. */
function factors(all, verdict) {
  const found = all.filter((one) => one.verdict === verdict).map(({ means }) => factor(means));
  if (found.includes(null)) return "";
  const ends = [...new Set([Math.min(...found), Math.max(...found)].map(formatFigure))];
  return ` (${withUnit(ends.join(" to "), "×")})`;
}

/** How many times the smaller mean the larger is; null where the smaller is zero. */
function factor(means) {
  const smaller = Math.min(...means);
  return smaller > 0 ? Math.max(...means) / smaller : null;
}

function times(means) {
  const value = factor(means);
  return value === null ? "" : `, ${withUnit(formatFigure(value), "×")}`;
}

function relationOf(difference) {
  return difference < 0 ? "lower" : "higher";
}
