// Opens the section that looks into one cell when a reader or a link asks for it, and loads what fills it only then.

/** Bundled apart: script/build-assets.mjs. */
const BUNDLE = new URL("./cell-views.js", import.meta.url).href;

/**
 * @param {HTMLDetailsElement} section `[data-cell-views]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function watchCellViews(section, dataset, store) {
  const select = section.querySelector("select");
  let started = false;
  const start = async () => {
    started = true;
    try {
      const { startCellViews } = await import(BUNDLE);
      startCellViews(section, dataset, store);
    } catch ({ message }) {
      section.querySelector("[role='status']").textContent = `This can't be had now: ${message}.`;
      started = false;
    }
  };
  const follow = ({ course }) => {
    section.open = course !== null;
    select.value = course ?? select.options[0].value;
    if (course && !started) start();
  };
  section.addEventListener("toggle", () => {
    if (section.open !== (store.view.course !== null)) store.update({ course: section.open ? select.value : null });
  });
  select.addEventListener("change", () => store.update({ course: select.value }));
  store.subscribe(follow);
  follow(store.view);
}
