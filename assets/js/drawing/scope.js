// What a line chart's axes are in a view: the x axis that the reader chose, and figures as they were measured or relative
// to one technology's in the same cell. Pure.

import { t } from "../language.js";
import { placeWords } from "../words.js";

/** The x axis of a line chart: the reader's choice where the comparison has it, else the chart's own. */
export function xAxisOf(dataset, spec, view) {
  return dataset.axis(view.x) ? view.x : spec.x;
}

/** The metric that a line chart shows: its own, or what is made of it where the reader wants that and there are figures of it. */
export function metricIdOf(dataset, spec, { measure }) {
  const made = ({ instead_of, statistics }) =>
    instead_of === spec.y && Object.values(statistics).some((field) => dataset.cells[field]);
  const other = measure === "derived" ? [...dataset.metrics.values()].find(made) : undefined;
  return other?.id ?? spec.y;
}

/** The scale of a metric's axis: the reader's choice, else the one that the metric opens with. */
export function scaleOf(metric, { scale }) {
  return scale === "own" ? (metric.scale ?? "linear") : scale;
}

/** The statistic of a line chart: its own where the page holds it, else the reader's choice where its metric has that. */
export function statisticOf(dataset, spec, view) {
  return dataset.statistic(metricIdOf(dataset, spec, view), spec.statistic ?? view.statistic);
}

/** What a line chart shows, and where: the page's own words where it shows its own metric. */
export function titleOf(dataset, spec, view) {
  const id = metricIdOf(dataset, spec, view);
  if (id === spec.y) return spec.title;
  const words = [dataset.metrics.get(id).label, ...placeWords(dataset.comparison, spec.fixed)];
  return spec.yours ? yoursTitle(words.join(", ")) : words.join(", ");
}

/** What a chart of dropped files alone is called, beside the chart of that title. */
export function yoursTitle(title) {
  return t`${title}, yours`;
}

/** The metric as the chart measures it: its unit becomes `× NAME` where figures are relative. */
export function metricOf(dataset, spec, view) {
  const metric = dataset.metrics.get(metricIdOf(dataset, spec, view));
  const yardstick = yardstickOf(dataset, view);
  return yardstick ? { ...metric, unit: `× ${yardstick.name}` } : metric;
}

/**
 * The figures of a statistic as the chart draws them.
 * @param {string} field
 * @returns {(cell: number) => {mean: ?number, ci95: ?number}} a relative figure is null where the yardstick has none
 */
export function figuresOf(dataset, field, view) {
  const yardstick = yardstickOf(dataset, view);
  const own = (cell) => dataset.figure(cell, field);
  if (!yardstick) return own;
  return (cell) => {
    const [base] = dataset.cellsOf(yardstick.id, dataset.place(cell));
    if (base === undefined) return NONE;
    return base === cell ? { ...ratio(own(cell), own(base)), ci95: null } : ratio(own(cell), own(base));
  };
}

/** What a cell's figures are divided by, where they are relative: null where the yardstick has none; 1 where they are as measured. */
export function divisorOf(dataset, field, view) {
  const yardstick = yardstickOf(dataset, view);
  if (!yardstick) return () => 1;
  return (cell) => {
    const [base] = dataset.cellsOf(yardstick.id, dataset.place(cell));
    return base === undefined ? null : dataset.figure(base, field).mean;
  };
}

const NONE = { mean: null, ci95: null };

/** Whether figures are relative to a technology that the dataset has. */
export function isRelative(dataset, view) {
  return yardstickOf(dataset, view) !== undefined;
}

function yardstickOf({ technologies }, { relative }) {
  return technologies.find(({ id }) => id === relative);
}

/**
 * A quotient of two independent means, its interval by the delta method: relative variances add up.
 * https://en.wikipedia.org/wiki/Propagation_of_uncertainty#Example_formulae
 */
export function ratio(a, b) {
  if (a.mean === null || !(b.mean > 0)) return NONE;
  const mean = a.mean / b.mean;
  if (a.ci95 === null || b.ci95 === null || a.mean === 0) return { mean, ci95: null };
  return { mean, ci95: mean * Math.hypot(a.ci95 / a.mean, b.ci95 / b.mean) };
}
