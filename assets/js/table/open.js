// Sets two technologies against each other when a reader or a link asks for it, and loads what does so only then.

import { onDemand } from "../on-demand.js";

/** What a reader does first, by pointer, finger or keyboard. */
const BEGINNINGS = ["pointerover", "focusin", "change"];

/**
 * @param {HTMLElement} section `[data-versus]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function watchVersus(section, dataset, store) {
  const start = onDemand(
    "./versus.js",
    ({ connectVersus }) => connectVersus(section, dataset, store),
    (fault) => {
      section.querySelector("[data-versus-figures]").textContent = fault;
    },
  );
  const follow = ({ versus }) => {
    if (versus) start();
  };
  for (const beginning of BEGINNINGS) section.addEventListener(beginning, start);
  store.subscribe(follow);
  follow(store.view);
}
