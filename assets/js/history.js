// Keeps the address and the store alike: a change of the view is a step in the history, and going
// back or forward restores the view of that address.

import { afterFrame } from "./after-frame.js";
import { parseView, serialiseView } from "./state.js";

/**
 * @param {ReturnType<import("./state.js").createStore>} store
 * @param {import("./state.js").Page} page
 */
export function keepInAddress(store, page) {
  let due = null;
  const write = () => {
    if (!due) return;
    const { address, replace } = due;
    due = null;
    if (address === location.pathname + location.search + location.hash) return;
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  };
  const writeSoon = afterFrame(write);
  store.subscribe((view, { replace, restored }) => {
    if (restored) return;
    write();
    due = { address: location.pathname + serialiseView(view, page) + location.hash, replace };
    writeSoon();
  });
  addEventListener("popstate", () => {
    due = null;
    store.update(parseView(location.search, page), { restored: true });
  });
}
