// What the view state can say on a page, of its datasets and charts. Pure.

import { limitedMetrics } from "./results/limited.js";
import { tableColumns } from "./table/columns.js";
import { placeIn } from "./table/place.js";

/**
 * @param {Map<string, import("./results/dataset.js").Dataset>} datasets
 * @param {object[]} specs of the page's charts (contract 3)
 * @param {string[]} [runs] ids of the runs that can be chosen
 * @param {?string[]} [opensWith] ids of the technologies shown at first, where they aren't the datasets'
 * @param {string[]} [board] columns of the scoreboard
 * @param {?{comparison: string, cell: string}} [summary] the table of one cell, and the place that it opens with: what a page without a
 *   bubble chart chooses cells for
 * @returns {import("./state.js").Page}
 */
export function describePage(datasets, specs, runs = [], opensWith = null, board = [], summary = null) {
  const all = [...datasets.values()];
  const technologies = all.flatMap((dataset) => dataset.technologies.map(({ id }) => id));
  const shown = opensWith ?? all.flatMap((dataset) => dataset.shown);
  const statistics = all.flatMap((dataset) =>
    [...dataset.metrics.values()].flatMap((metric) => Object.keys(metric.statistics)),
  );
  const axes = all.flatMap(({ comparison }) => comparison.axes.slice(1).map(({ id }) => id));
  const bubble = specs.find(({ kind }) => kind === "bubble");
  const ofCell = datasets.get((bubble ?? summary)?.comparison);
  const cell = bubble?.fixed ?? (ofCell && placeIn(ofCell.comparison.dimensions, summary.cell));
  return {
    technologies: [...new Set(technologies)],
    shown: [...new Set(shown)],
    statistics: [...new Set(statistics)],
    cells: ofCell?.combinations() ?? [],
    cell: cell ?? null,
    runs: [...new Set(runs)],
    columns: [...new Set(all.flatMap((dataset) => tableColumns(dataset).map(({ word }) => word)))],
    board,
    axes: [...new Set(axes)],
    needs: all[0] && { dimensions: all[0].comparison.dimensions, limits: limitedMetrics(all[0]).map(({ id }) => id) },
  };
}
