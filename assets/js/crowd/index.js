// What a page needs of more technologies than its row of buttons holds: a box to find them by, buttons of those shown only, looks that
// differ among those, and the scoreboard's further rows. Loaded where a page has so many, or a dropped file brings them.

import { connectBoard } from "./board.js";
import { connectButtons } from "./buttons.js";
import { connectFinder } from "./finder.js";
import { keepPainted } from "./paint.js";
import { choiceOf } from "./technologies.js";

const STYLE = new URL("../css/crowd.css", import.meta.url).href;

const connected = new WeakSet();

/**
 * Once a comparison.
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export async function connectCrowd(dataset, store, page) {
  if (connected.has(dataset)) return;
  connected.add(dataset);
  const choice = choiceOf(dataset);
  await addStyle();
  const { id } = dataset.comparison;
  for (const table of document.querySelectorAll(`table[data-scoreboard="${id}"]`)) {
    connectBoard(table, { dataset, choice }, store, page);
  }
  for (const bar of document.querySelectorAll(`.controls[data-comparison="${id}"]`)) {
    connectButtons(bar, { choice, palette: dataset.palette }, store, page);
    connectFinder(bar, { id, choice }, store, page);
  }
  keepPainted(dataset, store);
}

function addStyle() {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLE });
  const done = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  return done;
}
