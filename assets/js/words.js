// The words of charts and tables: axis titles, remarks, the names read out by a screen reader.
// All of them are made of the data's own labels and units.

import { formatCount, formatFigure, formatInterval, withUnit } from "./format.js";
import { plural, t } from "./language.js";

const statisticNames = () => ({
  p999: t`p99.9`,
  mean: t`mean`,
  max: t`max`,
  min: t`min`,
  mode: t`mode`,
  sd: t`sd`,
});
/** A chart of more technologies than this is told by its lowest and its highest. */
const MOST_TOLD = 4;

/** `p99.9` for `p999`. */
export function statisticName(id) {
  return statisticNames()[id] ?? id;
}

/** `lower`, in `lower is better`. */
export function betterWords(better) {
  return better === "higher" ? t`higher` : t`lower`;
}

/** `12 technologies` */
export function technologyCount(number) {
  return plural(number, "%1 technology", "%1 technologies");
}

/** `Latency, p99 (ms)` */
export function metricTitle(metric, statistic) {
  return `${metric.label}, ${statisticName(statistic)} (${metric.unit})`;
}

/** `2 rooms`, `60 users`, `NATS`: a dimension and its value. */
export function placeWords(comparison, place) {
  return comparison.dimensions
    .filter(({ id }) => id in place)
    .map((dimension) => {
      const { id, words, one, many } = dimension;
      if (words) return valueWords(dimension, place[id]);
      return plural(place[id], one, many).replace("%d", formatCount(place[id]));
    });
}

/** `1,000`, `NATS`: a value of a dimension or an axis, as tables have it below the dimension's label. */
export function valueWords({ words }, value) {
  return words ? words[value] : formatCount(value);
}

/** Who has nothing to draw: `Not measured here: Go, Bun.`; empty where nobody is. */
export function missingWords(technologies) {
  return technologies.length > 0 ? t`Not measured here: ${technologies.map(({ name }) => name).join(", ")}.` : "";
}

/**
 * Whose load failed, and why: `Failed: PHP, 2,000 users (34 % of requests timed out).`; empty where none did.
 * @param {{technology: object, place: string, failure: string}[]} failed as `failedIn` gives them
 */
export function failedWords(failed) {
  if (failed.length === 0) return "";
  if (failed.length > MOST_TOLD) {
    return t`Failed, as the table says why: ${failed.map(({ technology }) => technology.name).join(", ")}.`;
  }
  const each = failed.map(
    ({ technology, place, failure }) => `${[technology.name, place].filter(Boolean).join(", ")} (${failure})`,
  );
  return t`Failed: ${each.join("; ")}.`;
}

/** Who has nothing to draw, and whose load failed. */
export function exceptionWords({ missing, failed }) {
  return [missingWords(missing), failedWords(failed)].filter(Boolean).join(" ");
}

/** `812 ± 26 ms`, or `812 ms` where there is no interval. */
export function figureWords({ mean, ci95 }, metric) {
  return withUnit(formatInterval(mean, ci95), metric.unit);
}

/** What a reader has to know before trusting a cell's figures: the same words as in the tables made at build time. */
export function remarkWords({
  iterations,
  saturated,
  unfinished,
  failure,
  errors,
  lost,
  duplicated,
  outOfOrder,
  expected,
}) {
  return [
    lost > 0 && t`${formatCount(lost)} of ${formatCount(expected)} deliveries lost`,
    duplicated > 0 && t`${formatCount(duplicated)} deliveries duplicated`,
    outOfOrder > 0 && t`${formatCount(outOfOrder)} deliveries out of order`,
    failure ?? (unfinished > 0 && t`${unfinished} of ${iterations} iterations unfinished`),
    errors,
    saturated > 0 && t`client saturated in ${saturated} of ${iterations} iterations`,
  ].filter(Boolean);
}

/**
 * A line chart in words, for those who don't see it: a sentence a technology, or of many technologies the lowest and
 * the highest where the lines begin and where they end.
 * @param {object[]} series as `lineSeries` gives it
 */
export function lineSummary(series, { title, xLabel, metric, floors = [] }) {
  const told = series.length > MOST_TOLD ? linesTogether(series, metric) : series.map((one) => lineWords(one, metric));
  const sentences = [...told, ...floors.map((floor) => t`Noise floor: ${withUnit(formatFigure(floor), metric.unit)}.`)];
  return t`Line chart. ${title}, by ${xLabel.toLowerCase()}. ${sentences.join(" ") || t`No technology is shown.`}`;
}

/** A ratio as written where two figures are written alike. */
const even = () => formatFigure(1);

/**
 * What a line chart says in a sentence: who is best where the lines end, by how much, and whether intervals bear that out. Of the view
 * that a page opens with the build writes it.
 * @param {object[]} series as `lineSeries` gives it
 * @returns {string} `Lowest at 1,800,000: Go (812 ms), 1.20 × below Node.js (975 ms).`, perhaps with `Their intervals overlap.`, or
 *   `All alike at 90: 0 requests.`; empty where there are not two
 */
export function leadWords(series, metric) {
  const measured = series.flatMap(({ technology, points }) =>
    points.filter(({ y }) => y !== null).map(({ x, y, ci95 }) => ({ technology, x, value: y, ci95 })),
  );
  const end = measured.reduce((last, { x }) => Math.max(last, x), 0);
  const isHigher = metric.better === "higher";
  const ranked = measured
    .filter(({ x }) => x === end)
    .sort((a, b) => (isHigher ? b.value - a.value : a.value - b.value));
  const [best, next] = ranked;
  if (!next) return "";
  const figure = ({ value }) => withUnit(formatFigure(value), metric.unit);
  if (best.value === ranked.at(-1).value) return t`All alike at ${formatCount(end)}: ${figure(best)}.`;
  const names = [best, next].map((one) => `${one.technology.name} (${figure(one)})`);
  const where = isHigher ? t`Highest at ${formatCount(end)}` : t`Lowest at ${formatCount(end)}`;
  const lead = aheadWords(where, names, [best.value, next.value], isHigher);
  return overlap(best, next) ? `${lead} ${t`Their intervals overlap.`}` : lead;
}

function aheadWords(where, [best, next], values, isHigher) {
  const [low, high] = values.sort((a, b) => a - b);
  const ratio = low > 0 ? formatFigure(high / low) : even();
  if (ratio === even()) return t`${where}: ${best}, then ${next}.`;
  return isHigher ? t`${where}: ${best}, ${ratio} × above ${next}.` : t`${where}: ${best}, ${ratio} × below ${next}.`;
}

/** Whether two figures' 95 % confidence intervals overlap; of figures that have none that isn't known. */
function overlap(a, b) {
  return a.ci95 !== null && b.ci95 !== null && Math.abs(a.value - b.value) <= a.ci95 + b.ci95;
}

function lineWords({ technology, points }, metric) {
  const measured = points.filter(({ y }) => y !== null);
  if (measured.length === 0) return t`${technology.name}: not measured.`;
  const ends = [measured[0], measured[measured.length - 1]];
  const [from, to] = ends.map(({ x, y }) => t`${withUnit(formatFigure(y), metric.unit)} at ${formatCount(x)}`);
  return measured.length === 1 ? `${technology.name}: ${from}.` : t`${technology.name}: from ${from} to ${to}.`;
}

function linesTogether(series, metric) {
  const measured = series.flatMap(({ technology, points }) =>
    points.filter(({ y }) => y !== null).map(({ x, y }) => ({ technology, x, value: y })),
  );
  const xs = measured.map(({ x }) => x);
  const ends = xs.length > 0 ? new Set([Math.min(...xs), Math.max(...xs)]) : [];
  const ranges = [...ends].map((end) => {
    const there = measured.filter(({ x }) => x === end);
    return t`At ${formatCount(end)}: ${rangeWords(there, metric)}.`;
  });
  return [`${technologyCount(series.length)}.`, ...ranges];
}

/** `0.310 ms (Go) to 812 ms (Node.js)`: the lowest and the highest of some values. */
export function rangeWords(values, metric) {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const ends = [...new Set([sorted[0], sorted.at(-1)])];
  return ends
    .map(({ technology, value }) => `${withUnit(formatFigure(value), metric.unit)} (${technology.name})`)
    .join(t` to `);
}

/** A bubble chart in words: a sentence a technology, or of many technologies a sentence a metric. */
export function bubbleSummary(bubbles, { title, x, y, size }) {
  const roles = Object.entries({ x, y, size });
  const sentences =
    bubbles.length > MOST_TOLD
      ? [
          `${technologyCount(bubbles.length)}.`,
          ...roles.map(([role, metric]) => {
            const values = bubbles.map(({ technology, point }) => ({ technology, value: point[role] }));
            return `${metric.label}: ${rangeWords(values, metric)}.`;
          }),
        ]
      : bubbles.map(({ technology, point }) => {
          const figures = roles.map(
            ([role, metric]) => `${metric.label} ${withUnit(formatFigure(point[role]), metric.unit)}`,
          );
          return `${technology.name}: ${figures.join(", ")}.`;
        });
  return t`Bubble chart. ${title}. ${sentences.join(" ") || t`No technology is shown.`}`;
}
