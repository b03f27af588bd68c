// The bundle of the charts that Chart.js draws, loaded when the first of them comes near the viewport.

import { ChartFigure } from "./figure.js";
import { keepDrawn } from "./keep-drawn.js";

/**
 * @param {HTMLElement[]} elements the page's figures that Chart.js draws
 * @param {Map<string, import("../results/dataset.js").Dataset>} datasets by comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 * @returns {ReturnType<keepDrawn>}
 */
export function startCharts(elements, datasets, store) {
  return keepDrawn(elements, datasets, store, (...context) => new ChartFigure(...context));
}
