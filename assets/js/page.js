// Reads the page that Jekyll wrote: its datasets, its figures, and so what a link to it may say.
// Every selector that the two sides share is here or in controls/.

import { readDataset } from "./results/dataset.js";
import { withScaled } from "./results/scaled.js";
import { NEWEST } from "./state.js";

/**
 * The page's datasets (contract 2), which it carries as inline JSON.
 * @returns {Map<string, import("./results/dataset.js").Dataset>} by the comparison's id
 */
export function readDatasets(root = document) {
  const scripts = root.querySelectorAll("script[data-dataset]");
  const read = ({ textContent }) => readDataset(withScaled(JSON.parse(textContent)));
  return new Map([...scripts].map((script) => [script.dataset.dataset, read(script)]));
}

/** Ids of the technologies that it opens with, where they aren't its datasets'; null otherwise. */
export function findShown(root = document) {
  return root.querySelector("[data-shown]")?.dataset.shown.split(" ") ?? null;
}

/** Ids of the runs that its run pickers offer, newest first. */
export function findRuns(root = document) {
  const boxes = [...root.querySelectorAll("[data-runs] input")];
  return boxes.map(({ value }) => value).filter((id) => id !== NEWEST);
}

/** The columns of its scoreboard, by their words in the address. */
export function findBoard(root = document) {
  return [...root.querySelectorAll("[data-scoreboard] th[data-column]")].map(({ dataset }) => dataset.column);
}

/** The table of one cell, if it has one: its comparison, and the place that it opens with. */
export function findSummary(root = document) {
  const table = root.querySelector("table[data-cell-summary]");
  return table && { comparison: table.dataset.cellSummary, cell: table.dataset.cell };
}

/** The page's figures that have something to draw; one without results has no place for it. */
export function findFigures(root = document) {
  const drawable = (figure) => figure.querySelector("canvas, [data-drawing]");
  return [...root.querySelectorAll("figure[data-chart]")].filter(drawable);
}
