// Loads what lets a reader choose runs as the picker comes in sight, a link names some, or a view asks for a technology that the page
// doesn't carry.

import { keepEvents, onDemand } from "../on-demand.js";
import { carries } from "../results/carries.js";
import { NEWEST } from "../state.js";

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function watchRuns(dataset, store, page) {
  const { id } = dataset.comparison;
  const picker = document.querySelector(`[data-runs="${id}"]`);
  if (!picker && !dataset.own.whole) return;
  const release = picker ? keepEvents(picker, ["change"]) : () => {};
  const tell = (words) => {
    const status = document.querySelector(`.controls[data-comparison="${id}"] [data-runs-status]`);
    if (status) status.textContent = words;
  };
  const start = onDemand(
    "./runs.js",
    ({ connectRuns }) => {
      connectRuns({ picker, dataset, tell }, store, page);
      release();
    },
    tell,
  );
  const follow = (view) => {
    if (view.runs.join() !== NEWEST || !carries(dataset, view)) start();
  };
  picker?.closest("details").addEventListener("toggle", start);
  store.subscribe(follow);
  follow(store.view);
}
