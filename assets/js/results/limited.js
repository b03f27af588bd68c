// What a reader's own load can limit. Apart from held.js, which is loaded when a reader asks: every page needs this to read its address.

/** What a need can limit: what is measured, and better the lower it is. */
export function limitedMetrics({ metrics }) {
  return [...metrics.values()].filter((metric) => metric.better === "lower" && !metric.instead_of);
}

/** The statistic that a limit is on: the p99 where a metric has one, else its first. */
export function limitedStatistic({ statistics }) {
  return "p99" in statistics ? "p99" : Object.keys(statistics)[0];
}

/** The field that holds it. */
export function limitedField(metric) {
  return metric.statistics[limitedStatistic(metric)];
}
