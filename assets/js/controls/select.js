// A select that sets one word of the view: the statistic, the scale, an axis. An empty option stands for none.

/**
 * @param {HTMLSelectElement} select
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {"statistic"|"scale"|"x"|"relative"|"measure"|"range"} key
 */
export function connectSelect(select, store, key) {
  const follow = (view) => {
    select.value = view[key] ?? "";
  };
  // A zoom is a range of the axis that was.
  const gone = key === "x" ? { zoom: null } : {};
  select.addEventListener("change", () => store.update({ [key]: select.value || null, ...gone }));
  store.subscribe(follow);
  follow(store.view);
}
