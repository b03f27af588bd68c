// Connects the page's controls with the store: each sets the view, and each follows it.

import { watchCellViews } from "../cell-views/open.js";
import { watchCellTable, watchQuestion } from "../table/open.js";
import { connectScoreboard } from "../table/scoreboard.js";
import { connectCell } from "./cell.js";
import { connectFullscreen } from "./fullscreen.js";
import { watchRuns } from "./open-runs.js";
import { connectSelect } from "./select.js";
import { connectTechnologies } from "./technologies.js";

/** What selects are called, and the word of the view that each sets. */
const SELECTS = { stat: "statistic", scale: "scale", x: "x", relative: "relative", measure: "measure", range: "range" };

/** What sections of the page ask, by the attribute that names their comparison. */
const QUESTIONS = {
  versus: { bundle: "./versus.js", word: "versus", place: "[data-versus-figures]" },
  "your-load": { bundle: "./your-load.js", word: "need", place: "[data-your-load-verdict]" },
};

/**
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 * @param {Map<string, import("../results/dataset.js").Dataset>} datasets by comparison
 */
export function connectControls(store, page, datasets) {
  for (const select of document.querySelectorAll("select[data-options]")) {
    offerTechnologies(select, datasets.get(select.dataset.options));
  }
  for (const table of document.querySelectorAll("table[data-scoreboard]")) connectScoreboard(table, store);
  for (const group of document.querySelectorAll("[data-technologies]")) {
    connectTechnologies(group, store, page, datasets.get(group.dataset.comparison)?.technologies);
  }
  for (const [name, key] of Object.entries(SELECTS)) {
    for (const select of document.querySelectorAll(`select[name='${name}']`)) connectSelect(select, store, key);
  }
  for (const button of document.querySelectorAll("button[data-fullscreen]")) connectFullscreen(button);
  for (const button of document.querySelectorAll("button[data-zoom-out]")) connectZoomOut(button, store);
  for (const dataset of datasets.values()) watchRuns(dataset, store, page);
  if (page.cell) connectCell(store, page);
  for (const table of document.querySelectorAll("table[data-cell-summary]")) {
    const dataset = datasets.get(table.dataset.cellSummary);
    if (dataset) watchCellTable(table, dataset, store);
  }
  for (const section of document.querySelectorAll("[data-cell-views]")) {
    watchCellViews(section, datasets.get(section.dataset.cellViews), store);
  }
  for (const [attribute, question] of Object.entries(QUESTIONS)) {
    for (const section of document.querySelectorAll(`[data-${attribute}]`)) {
      watchQuestion(section, question, datasets.get(section.getAttribute(`data-${attribute}`)), store);
    }
  }
}

/** Options are written here, as they would weigh more in the page than all else of a select. */
function offerTechnologies(select, dataset) {
  const sign = select.name === "relative" ? "× " : "";
  for (const { id, name } of dataset?.technologies ?? []) select.add(new Option(sign + name, id));
}

/** There while line charts show a part of their x axis. */
function connectZoomOut(button, store) {
  const follow = ({ zoom }) => {
    button.hidden = zoom === null;
  };
  button.addEventListener("click", () => store.update({ zoom: null }));
  store.subscribe(follow);
  follow(store.view);
}
