// What answers a reader's question, loaded when he or a link first asks it.

import { onDemand } from "../on-demand.js";

/** What a reader does first, by pointer, finger or keyboard. */
const BEGINNINGS = ["pointerover", "focusin", "change"];

/**
 * @param {HTMLElement} section in which he asks
 * @param {{bundle: string, word: string, place: string}} question the bundle that answers it, exporting `connect`; the word of the view
 *   that asks it; a selector of where the answer goes
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function watchQuestion(section, { bundle, word, place }, dataset, store) {
  const start = onDemand(
    bundle,
    ({ connect }) => connect(section, dataset, store),
    (fault) => {
      section.querySelector(place).textContent = fault;
    },
  );
  const follow = ({ [word]: asked }) => {
    if (asked) start();
  };
  for (const beginning of BEGINNINGS) section.addEventListener(beginning, start);
  store.subscribe(follow);
  follow(store.view);
}
