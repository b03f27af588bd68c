// Reads the page that Jekyll wrote: its datasets, its figures, and so what a link to it may say.
// Every selector that the two sides share is here or in controls/.

import { readDataset } from "./results/dataset.js";
import { withScaled } from "./results/scaled.js";
import { NEWEST } from "./state.js";
import { columnWords } from "./table/columns.js";

/**
 * The page's datasets (contract 2), which it carries as inline JSON.
 * @returns {Map<string, import("./results/dataset.js").Dataset>} by the comparison's id
 */
export function readDatasets(root = document) {
  const scripts = root.querySelectorAll("script[data-dataset]");
  const read = ({ textContent }) => readDataset(withScaled(JSON.parse(textContent)));
  return new Map([...scripts].map((script) => [script.dataset.dataset, read(script)]));
}

/** Ids of the runs that its run pickers offer, newest first. */
export function findRuns(root = document) {
  const boxes = [...root.querySelectorAll("[data-runs] input")];
  return boxes.map(({ value }) => value).filter((id) => id !== NEWEST);
}

/** The page's figures that have something to draw; one without results has no place for it. */
export function findFigures(root = document) {
  const drawable = (figure) => figure.querySelector("canvas, [data-drawing]");
  return [...root.querySelectorAll("figure[data-chart]")].filter(drawable);
}

/**
 * What the view state can say on this page.
 * @param {Map<string, import("./results/dataset.js").Dataset>} datasets
 * @param {object[]} specs of the page's charts (contract 3)
 * @param {string[]} [runs] ids of the runs that can be chosen
 * @returns {import("./state.js").Page}
 */
export function describePage(datasets, specs, runs = []) {
  const all = [...datasets.values()];
  const technologies = all.flatMap((dataset) => dataset.technologies.map(({ id }) => id));
  const shown = all.flatMap((dataset) => dataset.shown);
  const statistics = all.flatMap((dataset) =>
    [...dataset.metrics.values()].flatMap((metric) => Object.keys(metric.statistics)),
  );
  const axes = all.flatMap(({ comparison }) => comparison.axes.slice(1).map(({ id }) => id));
  const bubble = specs.find(({ kind }) => kind === "bubble");
  return {
    technologies: [...new Set(technologies)],
    shown: [...new Set(shown)],
    statistics: [...new Set(statistics)],
    cells: bubble ? datasets.get(bubble.comparison).combinations() : [],
    cell: bubble ? bubble.fixed : null,
    runs: [...new Set(runs)],
    columns: [...new Set(all.flatMap(columnWords))],
    axes: [...new Set(axes)],
  };
}
