// Which technologies of a dataset are best: by the first of the columns that its scoreboard has, ties by the next, as the build sorts that;
// where there is none, by the comparison's first metric in the heaviest cell that all carry. Pure.

import { carried } from "./carried.js";
import { openingCell } from "./opening-cell.js";

/**
 * @param {import("./dataset.js").Dataset} dataset
 * @param {object[]} [scoreboard] columns as in data/comparisons.yml; what the dataset doesn't have, the
 *   servers' own facts and other comparisons' figures, doesn't count, nor does what says the same in percent
 * @param {?object[]} [statements] of its runs, as `openingCell` takes them
 * @returns {string[]} ids of all technologies, the best first; equal ones in the dataset's order
 */
export function bestFirst(dataset, scoreboard = [], statements = []) {
  const measured = scoreboard.filter(({ metric, comparison, relative_to: whole }) => metric && !comparison && !whole);
  const columns = measured.length > 0 ? measured : [firstMetric(dataset, statements)];
  const ranks = columns.map((column) => rankIn(dataset, column));
  const ids = dataset.technologies.map(({ id }) => id);
  const rows = new Map(ids.map((id) => [id, ranks.map((rank) => rank(id))]));
  return ids.sort((a, b) => rows.get(a).reduce((order, rank, i) => order || inOrder(rank, rows.get(b)[i]), 0));
}

/** Of infinite ranks, too. */
function inOrder(a, b) {
  return a === b ? 0 : a - b;
}

function firstMetric({ comparison, technologies, metrics, cells }, statements) {
  const [metric] = metrics.values();
  const shown = technologies.map(({ id }) => id);
  const at = openingCell({ comparison, technologies, metrics: [...metrics.values()], cells, shown }, statements);
  return { metric: metric.id, at: at ?? {} };
}

/** @returns {function(string): number} how far down a technology stands in a column; at the end where nothing is known */
function rankIn(dataset, { metric, statistic, at, limit }) {
  const { field } = dataset.statistic(metric, statistic);
  const sign = limit || dataset.metrics.get(metric).better === "higher" ? -1 : 1;
  return (technology) => {
    const figure = limit
      ? orderOf(carried(dataset, technology, at, { field, limit }))
      : soundFigure(dataset, dataset.cellsOf(technology, at)[0], field);
    return sign * (figure ?? sign * Number.POSITIVE_INFINITY);
  };
}

/** Null of a cell that failed: it comes after all others, whatever its figure. */
function soundFigure(dataset, cell, field) {
  return dataset.failure(cell) === null ? dataset.figure(cell, field).mean : null;
}

/** Who may carry more stands above who carries just as much. */
function orderOf(load) {
  if (!load || (load.most === null && load.open)) return null;
  return load.most === null ? 0 : load.most + (load.open ? 0.5 : 0);
}
