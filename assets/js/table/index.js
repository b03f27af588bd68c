// The tables' bundle, loaded when the first of them comes near the viewport.

import { connectComparison } from "./comparison.js";
import { connectVersus } from "./versus.js";

/**
 * @param {HTMLElement[]} elements as `findTables` gives them
 * @param {Map<string, import("../results/dataset.js").Dataset>} datasets by comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function startTables(elements, datasets, store) {
  for (const element of elements) {
    const { cellSummary, versus } = element.dataset;
    if (cellSummary) connectComparison(element, datasets.get(cellSummary), store);
    else connectVersus(element, datasets.get(versus), store);
  }
}
