// What all lines of a chart say at one x, the lowest figure first. Pure.

import { formatCount, formatInterval, withUnit } from "../format.js";
import { remarkWords } from "../words.js";

/** Every x at which a line drawn has a cell, ascending. */
export function measuredXs(series) {
  const xs = series.flatMap(({ points }) => points.filter(({ cell }) => cell !== null).map(({ x }) => x));
  return [...new Set(xs)].sort((a, b) => a - b);
}

/** The one of some values that is nearest to `wanted`; null of none. */
export function nearest(values, wanted) {
  if (values.length === 0) return null;
  return values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));
}

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object[]} series as `lineSeries` gives it
 * @param {number} x
 * @param {{xLabel: string, unit: string}} words of the axes
 * @returns {{heading: string, rows: {technology: object, figure: string, iterations: string, remarks: string, run: string,
 *   file: string}[]}}
 */
export function readoutAt(dataset, series, x, { xLabel, unit }) {
  const there = series.flatMap(({ technology, points }) =>
    points.filter((point) => point.x === x && point.cell !== null).map((point) => ({ technology, ...point })),
  );
  there.sort((a, b) => (a.y === null) - (b.y === null) || a.y - b.y);
  return {
    heading: `${xLabel}: ${formatCount(x)}`,
    rows: there.map(({ technology, y, ci95, cell }) => ({
      technology,
      figure: withUnit(formatInterval(y, ci95), unit),
      iterations: `n = ${formatCount(dataset.cells.n[cell])}`,
      remarks: remarkWords(dataset.caveats(cell)).join("; "),
      run: dataset.runs[dataset.cells.run[cell]]?.name ?? "",
      file: dataset.cells.file[cell],
    })),
  };
}

/** A readout as text: its chart, the place, a line a technology. */
export function readoutText(title, { heading, rows }) {
  const lines = rows.map(({ technology, figure, iterations, remarks, run, file }) =>
    [technology.name, figure, iterations, remarks, run, file].filter(Boolean).join(", "),
  );
  return [title, heading, ...lines, ""].join("\n");
}
