// The bundle of the table of the chosen cell: fills it as another is chosen, and makes it one to compare by.

import { connectSummary } from "./cell-summary.js";
import { connectComparison } from "./comparison.js";

/**
 * @param {HTMLTableElement} table `table[data-cell-summary]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connect(table, dataset, store) {
  if (store.view.cell) connectSummary(table, dataset, store);
  connectComparison(table, dataset, store);
}
