// Lets a reader choose runs when the picker comes in sight or a link names some, and loads what does so only then.

import { keepEvents, onDemand } from "../on-demand.js";
import { NEWEST } from "../state.js";

/**
 * @param {HTMLElement} picker `[data-runs]`, as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function watchRuns(picker, dataset, store, page) {
  const release = keepEvents(picker, ["change"]);
  const start = onDemand(
    "./runs.js",
    ({ connectRuns }) => {
      connectRuns(picker, dataset, store, page);
      release();
    },
    (fault) => {
      statusOf(picker).textContent = fault;
    },
  );
  const follow = ({ runs }) => {
    if (runs.join() !== NEWEST) start();
  };
  picker.closest("details").addEventListener("toggle", start);
  store.subscribe(follow);
  follow(store.view);
}

/** Where a picker says that runs are being loaded, or are from different machines: in sight when the picker is folded, too. */
export function statusOf(picker) {
  return picker.closest(".controls").querySelector("[data-runs-status]");
}
