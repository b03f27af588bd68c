// The words of A versus B. They say of A what its figures are against B's, and never more than the interval bears out.

import { formatFigure, withUnit } from "../format.js";
import { plural, t } from "../language.js";
import { tally } from "../results/versus.js";

/** `−0.444 to −0.380`: from where to where the difference lies with 95 % confidence. */
export function intervalWords({ difference, ci95 }) {
  return ci95 === null ? "–" : t`${formatFigure(difference - ci95)} to ${formatFigure(difference + ci95)}`;
}

/**
 * One cell in words: `Go is lower by 0.412 ms (0.380 to 0.444), 2.31 ×`.
 * @param {import("../results/versus.js").Difference} one
 * @param {[string, string]} names of the technologies
 */
export function differenceWords(one, names, unit) {
  const { means, difference, ci95, verdict } = one;
  if (verdict === "missing") return t`${names.filter((_, i) => means[i] === null).join(t` and `)} not measured`;
  if (verdict === "undecided") return t`No difference shown`;
  const size = Math.abs(difference);
  const by = withUnit(formatFigure(size), unit);
  if (verdict === "untested") {
    const relation =
      difference === 0 ? t`${names[0]} is the same` : relationWords(names[0], difference, by) + times(means);
    return t`${relation}; no interval, so it may be chance`;
  }
  const range = t`${formatFigure(size - ci95)} to ${formatFigure(size + ci95)}`;
  return `${relationWords(names[0], difference, by)} (${range})${times(means)}`;
}

/**
 * All cells of a metric in a sentence: `of 18 cells, Go is lower than Node.js in 15 (1.20 to 31.0 ×), higher in 1; no
 * difference is shown in 2.`
 */
export function verdictSummary(all, names) {
  const counts = tally(all);
  if (all.length === 0) return t`no cell was measured with both.`;
  const decided = ["lower", "higher"].filter((verdict) => counts[verdict] > 0);
  const than = decided.map(
    (verdict, i) => verdictWords(verdict, i === 0 ? names[1] : null, counts[verdict]) + factors(all, verdict),
  );
  const clauses = [
    decided.length > 0 && t`${names[0]} is ${than.join(", ")}`,
    counts.undecided > 0 && t`no difference is shown in ${counts.undecided}`,
    counts.untested > 0 && t`there is no interval to judge by in ${counts.untested}`,
    counts.missing > 0 && t`a figure is missing in ${counts.missing}`,
  ].filter(Boolean);
  return plural(all.length, "of %1 cell, %2.", "of %1 cells, %2.", [all.length, clauses.join("; ")]);
}

/** Than whom, the first time that it is said. */
function verdictWords(verdict, other, count) {
  if (verdict === "lower") return other ? t`lower than ${other} in ${count}` : t`lower in ${count}`;
  return other ? t`higher than ${other} in ${count}` : t`higher in ${count}`;
}

/** The range of the factors of cells with a verdict: ` (1.20 to 31.0 ×)`. */
function factors(all, verdict) {
  const found = all.filter((one) => one.verdict === verdict).map(({ means }) => factor(means));
  if (found.includes(null)) return "";
  const [least, most] = [Math.min(...found), Math.max(...found)].map(formatFigure);
  return ` (${withUnit(least === most ? least : t`${least} to ${most}`, "×")})`;
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

function relationWords(name, difference, by) {
  return difference < 0 ? t`${name} is lower by ${by}` : t`${name} is higher by ${by}`;
}
