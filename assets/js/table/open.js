// Sets two technologies against each other when a reader or a link asks for it, and loads what does so only then.

/** Bundled apart: script/build-assets.mjs. */
const BUNDLE = new URL("./versus.js", import.meta.url).href;

/** What a reader does first, by pointer, finger or keyboard. */
const BEGINNINGS = ["pointerover", "focusin", "change"];

/**
 * @param {HTMLElement} section `[data-versus]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function watchVersus(section, dataset, store) {
  let started = false;
  const start = async () => {
    if (started) return;
    started = true;
    try {
      const { connectVersus } = await import(BUNDLE);
      connectVersus(section, dataset, store);
    } catch ({ message }) {
      section.querySelector("[data-versus-figures]").textContent = `This can't be had now: ${message}.`;
      started = false;
    }
  };
  const follow = ({ versus }) => {
    if (versus) start();
  };
  for (const beginning of BEGINNINGS) section.addEventListener(beginning, start);
  store.subscribe(follow);
  follow(store.view);
}
