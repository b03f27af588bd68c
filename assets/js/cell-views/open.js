// Opens the section that looks into one cell when a reader or a link asks for it, and loads what fills it only then.

import { onDemand } from "../on-demand.js";

/**
 * @param {HTMLDetailsElement} section `[data-cell-views]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function watchCellViews(section, dataset, store) {
  const select = section.querySelector("select");
  const start = onDemand(
    "./cell-views.js",
    ({ startCellViews }) => startCellViews(section, dataset, store),
    (fault) => {
      section.querySelector("[role='status']").textContent = fault;
    },
  );
  const follow = ({ course }) => {
    section.open = course !== null;
    select.value = course ?? "";
    if (select.selectedIndex < 0) select.selectedIndex = 0;
    if (course) start();
  };
  section.addEventListener("toggle", () => {
    if (section.open !== (store.view.course !== null)) store.update({ course: section.open ? select.value : null });
  });
  select.addEventListener("change", () => store.update({ course: select.value }));
  store.subscribe(follow);
  follow(store.view);
}
