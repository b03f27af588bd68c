// How often each latency came in one cell: of each technology its share in bins, which are the same in every result file. Pure.

import { scaleOptions } from "../charts/axes.js";
import { lineDataset } from "../charts/line.js";
import { linearAxis, logAxis } from "../drawing/axis.js";
import { formatFigure, withUnit } from "../format.js";
import { t } from "../language.js";
import { isFaint } from "../state.js";

/** Bins a decade, as bench/client/src/load/bins.rs counts them. */
const PER_DECADE = 20;

/** The column of a file's `series` that has a metric's bins. */
export function binsOf({ statistics }) {
  return statistics.mean?.replace(/mean_ms$/, "bins");
}

/**
 * @param {{technology: object, columns: object}[]} courses of the cell, of the technologies shown
 * @param {object} metric a latency
 * @param {import("../state.js").View} view
 * @param {object} look as `readLook` gives it
 * @returns {?{config: object, summary: string}} null where no file has bins
 */
export function histogramChart(courses, metric, view, look) {
  const series = histogramSeries(courses, binsOf(metric), view);
  if (series.length === 0) return null;
  const points = series.flatMap((one) => one.points);
  const title = `${metric.label} (${metric.unit})`;
  return {
    config: {
      type: "line",
      data: { datasets: series.map((one) => stepped(one, look)) },
      options: {
        parsing: false,
        plugins: { marks: false },
        scales: {
          x: scaleOptions({ ...logAxis(points.map(({ x }) => x)), title }, look),
          y: scaleOptions({ ...linearAxis(points.map(({ y }) => y)), title: t`Share of deliveries (%)` }, look),
        },
      },
    },
    summary: t`Histogram. ${title}. Most often: ${series.map((one) => mostOften(one, metric)).join(", ")}.`,
  };
}

/** The iterations of each technology added up. */
function histogramSeries(courses, field, view) {
  const told = courses.filter(({ columns }) => columns[field]);
  const technologies = [...new Set(told.map(({ technology }) => technology))];
  return technologies.map((technology) => {
    const bins = told.filter((one) => one.technology === technology).flatMap(({ columns }) => columns[field]);
    return { technology, faint: isFaint(technology, view), points: sharesOf(bins) };
  });
}

/**
 * @param {[number, number][]} bins upper edges in ms and counts, in any order, an edge perhaps several times
 * @returns {{x: number, y: number}[]} the middle of each bin and its share in percent, of those without any between and beside them 0
 */
export function sharesOf(bins) {
  const counts = new Map();
  for (const [upper, count] of bins) {
    const bin = Math.round(Math.log10(upper) * PER_DECADE);
    counts.set(bin, (counts.get(bin) ?? 0) + count);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [first, last] = [Math.min(...counts.keys()) - 1, Math.max(...counts.keys()) + 1];
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    x: 10 ** ((first + i - 0.5) / PER_DECADE),
    y: (100 * (counts.get(first + i) ?? 0)) / total,
  }));
}

function stepped(series, look) {
  return { ...lineDataset(series, look, true), stepped: "middle", pointRadius: 0 };
}

function mostOften({ technology, points }, { unit }) {
  const highest = points.reduce((most, one) => (one.y > most.y ? one : most));
  return `${technology.name} (${withUnit(formatFigure(highest.x), unit)})`;
}
