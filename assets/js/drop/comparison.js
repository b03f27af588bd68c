// Which comparison rows are of, and what its figures are called: the registries that /assets/registry.json holds.

/**
 * @typedef {object} Registry
 * @property {object[]} comparisons as in data/comparisons.yml, each with its `page`, null where it has none
 * @property {object[]} metrics as in data/metrics.yml
 * @property {object[]} technologies as in data/technologies.yml
 * @property {object[]} palette as in data/palette.yml
 */

/** The comparison with most dimensions of those whose dimensions are all among a row's fields; null if there is none. */
export function comparisonOf(fields, { comparisons }) {
  const fitting = comparisons.filter(({ dimensions }) => dimensions.every(({ id }) => fields.includes(id)));
  return fitting.sort((a, b) => b.dimensions.length - a.dimensions.length)[0] ?? null;
}

/** The fields that hold the statistics of a comparison's metrics, in the metrics' order. */
export function metricFields(comparison, { metrics }) {
  const own = comparison.metrics.map((id) => metrics.find((metric) => metric.id === id));
  return [...new Set(own.flatMap(({ statistics }) => Object.values(statistics)))];
}
