// Derived figures that are another field's, times and over what a whole cell has in common, such as memory per user: worked out a
// cell, not a row. Pages leave them out of the datasets that they carry.

import { isScaled } from "./comparison.js";
import { roundedColumns } from "./rounding.js";

/**
 * @param {object} data contract 2 without its scaled figures
 * @returns {object} contract 2
 */
export function withScaled({ cells, ...data }) {
  return { ...data, cells: { ...cells, ...scaledColumns(data, cells) } };
}

/** Contract 2 as a page carries it: without what this makes. */
export function withoutScaled({ cells, ...data }) {
  const made = Object.keys(scaledColumns(data, cells));
  return { ...data, cells: Object.fromEntries(Object.entries(cells).filter(([field]) => !made.includes(field))) };
}

/**
 * @param {{comparison: object, metrics: object[]}} data
 * @param {object} cells of contract 2
 * @returns {Object<string, {mean: (?number)[], ci95: (?number)[]}>} by field
 */
export function scaledColumns({ comparison, metrics }, cells) {
  const made = metrics
    .filter((metric) => isScaled(metric, comparison))
    .flatMap(({ statistics, derived: { factor = 1, times, per } }) => {
      const base = cells[times[0]];
      if (!base?.mean) return [];
      const divisors = base.mean.map((_, cell) => per.reduce((product, field) => product * cells[field][cell], 1));
      const scaled = (figures) =>
        figures.map((figure, cell) => (figure === null ? null : (factor * figure) / divisors[cell]));
      const column = Object.fromEntries(Object.entries(base).map(([part, figures]) => [part, scaled(figures)]));
      return Object.values(statistics).map((field) => [field, column]);
    });
  return roundedColumns(Object.fromEntries(made));
}
