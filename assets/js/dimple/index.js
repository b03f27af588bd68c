// The bundle of the charts that dimple draws, loaded where a page has such. Their figures are read in the browser from the
// published files before anything is drawn.

import { keepDrawn } from "../charts/keep-drawn.js";
import { fetchRegistry } from "../drop/registry.js";
import { DimpleFigure } from "./figure.js";
import { loadLibrary } from "./library.js";
import { readPublished } from "./published.js";

/**
 * @param {HTMLElement[]} elements the page's figures that dimple draws, all of one comparison
 * @param {Map<string, import("../results/dataset.js").Dataset>} datasets by comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 * @returns {Promise<ReturnType<keepDrawn>>}
 * @throws {Error} if the library, or a file, can't be had
 */
export async function startCharts(elements, datasets, store) {
  const { registry: address, root } = elements[0].querySelector("[data-drawing]").dataset;
  const { comparison } = JSON.parse(elements[0].dataset.chart);
  const [library, registry] = await Promise.all([loadLibrary(), fetchRegistry(address)]);
  await readPublished(datasets.get(comparison), root, registry);
  const figureOf = (...context) => new DimpleFigure(library, ...context);
  return keepDrawn(elements, datasets, store, figureOf);
}
