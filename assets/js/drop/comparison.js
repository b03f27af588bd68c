// Which comparison rows are of, and what its figures are called: the registries that /assets/registry.json holds.

import { fieldNames } from "../results/column-names.js";

/**
 * @typedef {object} Registry
 * @property {object[]} comparisons as in data/comparisons.yml, each with its `page`, null where it has none
 * @property {object[]} metrics as in data/metrics.yml
 * @property {object[]} technologies as in data/technologies.yml
 * @property {object[]} palette as in data/palette.yml
 */

/**
 * The comparison with most dimensions of those whose dimensions are all among a row's fields, under whichever of their names; null
 * if there is none.
 * @param {string[]} names of fields, or of a TSV's columns
 * @param {Registry} registry
 * @param {Object<string, {properties: object}>} definitions of rows, by name
 */
export function comparisonOf(names, { comparisons }, definitions) {
  const fitting = comparisons.filter(({ row, dimensions }) => {
    const fields = fieldNames(names, definitions[row].properties);
    return dimensions.every(({ id }) => fields.includes(id));
  });
  return fitting.sort((a, b) => b.dimensions.length - a.dimensions.length)[0] ?? null;
}

/** The fields that hold the statistics of a comparison's metrics, in the metrics' order. */
export function metricFields(comparison, { metrics }) {
  const own = comparison.metrics.map((id) => metrics.find((metric) => metric.id === id));
  return [...new Set(own.flatMap(({ statistics }) => Object.values(statistics)))];
}

/** What those of them are made of that no result file holds, by field. */
export function derivedFields(comparison, { metrics }) {
  const own = metrics.filter(({ id, derived }) => derived && comparison.metrics.includes(id));
  return new Map(own.flatMap(({ statistics, derived }) => Object.values(statistics).map((field) => [field, derived])));
}
