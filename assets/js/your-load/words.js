// What is said of a reader's own load. Pure.

import { formatFigure, formatTick, withUnit } from "../format.js";
import { t, translated } from "../language.js";
import { limitedStatistic } from "../results/limited.js";
import { placeWords, statisticName } from "../words.js";

/** How many combinations are named, of those looked at. */
const MOST_NAMED = 6;

/**
 * `6 of 14 technologies held 2 rooms, 30 users with latency p99 at most 10.0 ms.`
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {import("../results/held.js").Need} need
 * @param {ReturnType<import("../results/held.js").judge>} judged
 */
export function verdictWords(dataset, need, { places, held, failed }) {
  const load = place(dataset, need.load);
  if (places.length === 0) return t`Nothing as heavy as ${load} was measured, so nothing can be said of it.`;
  const limits = Object.entries(need.limits).map(([id, most]) => {
    const metric = dataset.metrics.get(id);
    const { unit, factor } = metric.asked_in ?? { unit: metric.unit, factor: 1 };
    return t`${withinSentence(titleOf(metric))} at most ${withUnit(formatTick(most / factor), translated(unit))}`;
  });
  const all = held.length + failed.length;
  if (limits.length === 0) return t`${held.length} of ${all} technologies held ${load}.`;
  return t`${held.length} of ${all} technologies held ${load} with ${limits.join(t` and `)}.`;
}

/** Which combinations were looked at, lightest first. */
export function placesWords(dataset, places) {
  const named = places.slice(0, MOST_NAMED).map((one) => place(dataset, one));
  const more = places.length - named.length;
  const all = [...named, ...(more > 0 ? [t`and ${more} heavier`] : [])];
  return t`Looked at, as at least as heavy: ${all.join("; ")}.`;
}

/** Why a technology did not hold the load: `latency p99 13.6 ms`. */
export function failingWords({ failings }) {
  return failings.map(({ metric, mean, words }) => words ?? `${titleOf(metric)} ${figure(metric, mean)}`).join(", ");
}

/** `Latency p99`, `Memory`. */
export function titleOf(metric) {
  const statistic = limitedStatistic(metric);
  return statistic === "mean" ? metric.label : `${metric.label} ${statisticName(statistic)}`;
}

/** `latency p99`, and `CPU` as it is. */
function withinSentence(title) {
  return /^[A-Z]{2}/.test(title) ? title : title[0].toLowerCase() + title.slice(1);
}

function place({ comparison }, one) {
  return placeWords(comparison, one).join(", ");
}

function figure(metric, value) {
  return value === null ? t`not measured` : withUnit(formatFigure(value), metric.unit);
}
