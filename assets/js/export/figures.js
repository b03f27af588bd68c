// The figures that a chart shows in a view, as records: the cells it draws, each with its provenance.

import { sceneOf } from "../drawing/scene.js";
import { metricIdOf } from "../drawing/scope.js";
import { cellsOf } from "../drawing/words.js";

/** Columns of contract 2 that say how far to trust a cell. */
const CAVEATS = [
  "unfinished_iterations",
  "saturated_iterations",
  "expected_deliveries",
  "lost_deliveries",
  "duplicated_deliveries",
  "out_of_order_deliveries",
];

/** The metrics that a chart shows, its main one first. */
export function measuresOf(dataset, spec, view) {
  const ids = spec.kind === "bubble" ? [spec.size, spec.y, spec.x] : [metricIdOf(dataset, spec, view)];
  const wanted = spec.statistic ?? view.statistic;
  return ids.map((id) => ({ metric: dataset.metrics.get(id), statistic: dataset.statistic(id, wanted) }));
}

/** Indexes of the cells that a chart draws in a view. */
export function cellsDrawn(dataset, spec, view) {
  return cellsOf(sceneOf(dataset, spec, view));
}

/**
 * A record a cell, under the names of the result files' fields: means under their field's name, the half-width of a mean's
 * 95 % confidence interval under that name and `_ci95`.
 * @returns {object[]}
 */
export function recordsOf(dataset, spec, view) {
  const fields = measuresOf(dataset, spec, view).map(({ statistic }) => statistic.field);
  const axes = dataset.comparison.axes.map(({ id }) => id);
  const places = [...new Set([...dataset.dimensions, ...axes])];
  const { cells } = dataset;
  return cellsDrawn(dataset, spec, view).map((cell) => {
    const { id, name } = dataset.technologyOf(cell);
    return {
      technology: id,
      name,
      ...Object.fromEntries(places.map((place) => [place, cells[place][cell]])),
      iterations: cells.n[cell],
      ...Object.fromEntries(fields.flatMap((field) => figureEntries(field, dataset.figure(cell, field)))),
      ...Object.fromEntries(CAVEATS.map((name) => [name, cells[name][cell]])),
      ...(cells.failure && { failure: dataset.failure(cell) }),
      ...(cells.errors && { errors: cells.errors[cell] }),
      started_at: listed(dataset.runsOf(cell).map((run) => run?.started_at)),
      file: listed(dataset.filesOf(cell)),
    };
  });
}

/** Texts, one for each run of a cell, as one; null of none. */
function listed(texts) {
  return texts.filter(Boolean).join("; ") || null;
}

function figureEntries(field, { mean, ci95 }) {
  return [
    [field, mean],
    [`${field}_ci95`, ci95],
  ];
}
