// Which comparison rows are of, and which fields hold its figures.

import { fieldNames } from "./column-names.js";

/**
 * What is declared in data/*.yml.
 * @typedef {object} Registry
 * @property {object[]} comparisons as in data/comparisons.yml
 * @property {object[]} metrics as in data/metrics.yml
 * @property {object[]} technologies as in data/technologies.yml
 * @property {object[]} palette as in data/palette.yml
 */

/**
 * The comparisons with most dimensions of those whose dimensions are all among a row's fields, under whichever of their names; first those
 * whose rows have all of these fields, and need no others.
 * @param {string[]} names of fields, or of a TSV's columns
 * @param {Registry} registry
 * @param {Object<string, {properties: object, required: string[]}>} definitions of rows, by name
 * @returns {object[]} otherwise in the registry's order
 */
export function fittingComparisons(names, { comparisons }, definitions) {
  const fitting = comparisons.filter(({ row, dimensions }) => {
    const fields = fieldNames(names, definitions[row].properties);
    return dimensions.every(({ id }) => fields.includes(id));
  });
  const most = Math.max(...fitting.map(({ dimensions }) => dimensions.length));
  const best = fitting.filter(({ dimensions }) => dimensions.length === most);
  const isWhole = ({ row }) => isRowOf(names, definitions[row]);
  return [...best.filter(isWhole), ...best.filter((one) => !isWhole(one))];
}

/** Whether a row may have these fields: none is unknown, and none is missing that it may not be without. */
function isRowOf(names, { required, properties }) {
  const fields = fieldNames(names, properties);
  const needed = required.filter((field) => properties[field].default === undefined);
  return fields.every((field) => Object.hasOwn(properties, field)) && needed.every((field) => fields.includes(field));
}

/** The metrics of a comparison, in its order. */
export function metricsOf(comparison, { metrics }) {
  return comparison.metrics.map((id) => metrics.find((metric) => metric.id === id));
}

/**
 * The fields whose values are kept of each iteration: those of the comparison's metrics, in their order, but for figures that are made
 * of a whole cell's (scaled.js).
 * @returns {Map<string, ?object>} each with what it is made of, null where result files hold it
 */
export function metricFields(comparison, registry) {
  const kept = metricsOf(comparison, registry).filter((metric) => !isScaled(metric, comparison));
  return new Map(
    kept.flatMap(({ statistics, derived = null }) => Object.values(statistics).map((field) => [field, derived])),
  );
}

/** Whether a metric is another field's figure over what a whole cell has in common, such as memory per user. */
export function isScaled({ derived }, { dimensions }) {
  const ids = dimensions.map(({ id }) => id);
  return (
    derived?.times.length === 1 &&
    typeof derived.times[0] === "string" &&
    derived.per.every((field) => ids.includes(field))
  );
}
