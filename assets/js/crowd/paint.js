// Keeps the page's swatches to the looks that the charts draw technologies in.

import { shownApart } from "../results/looks.js";
import { swatch } from "../swatch.js";

const followed = new WeakSet();

/**
 * Once a dataset.
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function keepPainted(dataset, store) {
  if (followed.has(dataset)) return;
  followed.add(dataset);
  const follow = () => {
    for (const technology of shownApart(dataset, store.view)) paint(technology);
  };
  store.subscribe(follow);
  follow();
}

function paint(technology) {
  const { id, of = id, color, shape } = technology;
  for (const place of document.querySelectorAll(`[data-technology="${CSS.escape(of)}"]`)) {
    const old = place.querySelector(".swatch");
    const isSame = old?.querySelector("use").getAttribute("href") === `#point-${shape}`;
    if (!old || (isSame && old.style.getPropertyValue("--look-light") === color.light)) continue;
    old.replaceWith(swatch(technology));
    if (!place.style.getPropertyValue("--look-light")) continue;
    place.style.setProperty("--look-light", color.light);
    place.style.setProperty("--look-dark", color.dark);
  }
}
