// Keeps the address and the store alike: a change of the view is a step in the history, and going
// back or forward restores the view of that address.

import { parseView, serialiseView } from "./state.js";

/**
 * @param {ReturnType<import("./state.js").createStore>} store
 * @param {import("./state.js").Page} page
 */
export function keepInAddress(store, page) {
  store.subscribe((view, { replace, restored }) => {
    if (restored) return;
    const address = location.pathname + serialiseView(view, page) + location.hash;
    if (address === location.pathname + location.search + location.hash) return;
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  });
  addEventListener("popstate", () => store.update(parseView(location.search, page), { restored: true }));
}
