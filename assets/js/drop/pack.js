// A file's cells as columns of numbers, which a worker hands over without copying, and back as a dataset has them.

import { metricFields, metricsOf } from "../results/comparison.js";
import { inOrder } from "../results/dimensions.js";
import { cellColumns } from "../results/make-dataset.js";
import { roundedColumns } from "../results/rounding.js";
import { scaledColumns } from "../results/scaled.js";

/**
 * @param {import("../results/merge.js").Cell[]} cells of one file
 * @param {object} comparison
 * @param {import("../results/comparison.js").Registry} registry
 * @returns {{technologies: string[], technology: Uint32Array, counts: Object<string, Float64Array>, words: Object<string, (?string)[]>,
 *   figures: Object<string, {mean: Float64Array, ci95: Float64Array}>}} absent values are NaN; figures have all
 *   their digits, since several files' may yet be put together; `words` are what failed and the dimensions that are words
 */
export function packCells(cells, comparison, registry) {
  const { dimensions } = comparison;
  const technologies = [...new Set(cells.map(({ technology }) => technology))].sort();
  const ordered = [...cells].sort(
    (a, b) =>
      technologies.indexOf(a.technology) - technologies.indexOf(b.technology) ||
      inOrder(dimensions, a.dimensions, b.dimensions),
  );
  const columns = cellColumns(ordered, comparison, metricFields(comparison, registry));
  const scaled = scaledColumns({ comparison, metrics: metricsOf(comparison, registry) }, roundedColumns(columns));
  const all = { ...columns, ...scaled };
  const worded = ["failure", "errors", ...dimensions.filter(({ words }) => words).map(({ id }) => id)];
  const [words, entries] = [true, false].map((wanted) =>
    Object.entries(all).filter(([key]) => worded.includes(key) === wanted),
  );
  return {
    technologies,
    technology: Uint32Array.from(ordered, ({ technology }) => technologies.indexOf(technology)),
    words: Object.fromEntries(words),
    counts: Object.fromEntries(
      entries.filter(([, column]) => Array.isArray(column)).map(([key, column]) => [key, packed(column)]),
    ),
    figures: Object.fromEntries(
      entries
        .filter(([, { mean }]) => mean)
        .map(([field, { mean, ci95 }]) => [field, { mean: packed(mean), ci95: packed(ci95) }]),
    ),
  };
}

function packed(column) {
  return Float64Array.from(column, (value) => value ?? Number.NaN);
}

/** The buffers of packed cells, to be transferred. */
export function buffersOf({ technology, counts, figures }) {
  const columns = [technology, ...Object.values(counts), ...Object.values(figures).flatMap(Object.values)];
  return columns.map(({ buffer }) => buffer);
}

/**
 * @param {ReturnType<packCells>} cells
 * @returns {Object<string, {mean: (?number)[], ci95: (?number)[]}>} their figures by field, as a dataset has them
 */
export function unpackedFigures({ figures }) {
  const columns = Object.entries(figures).map(([field, { mean, ci95 }]) => [
    field,
    { mean: unpacked(mean), ci95: unpacked(ci95) },
  ]);
  return Object.fromEntries(columns);
}

/** A column as a dataset has it: absent values are null. */
export function unpacked(column) {
  return Array.from(column, (value) => (Number.isNaN(value) ? null : value));
}
