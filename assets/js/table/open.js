// What answers a reader's question, loaded when he or a link first asks it; and the table of the chosen cell, as it
// comes near, or the view is another than the page opens with.

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

/** How far outside the viewport the table is made ready already. */
const NEAR = "600px 0px";

/**
 * @param {HTMLTableElement} table `table[data-cell-summary]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function watchCellTable(table, dataset, store) {
  const start = onDemand(
    "./cell-table.js",
    ({ connect }) => connect(table, dataset, store),
    (fault) => {
      table.caption.append(` ${fault}`);
    },
  );
  const observer = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (isIntersecting) start();
    },
    { rootMargin: NEAR },
  );
  observer.observe(table);
  store.subscribe(start);
  const { cell, shown } = store.view;
  // At once, lest what is below move as the table is made ready.
  for (const row of table.tBodies[0].rows) row.hidden = !shown.includes(row.dataset.technology);
  if (cell && `${new URLSearchParams(cell)}` !== table.dataset.cell) start();
}
