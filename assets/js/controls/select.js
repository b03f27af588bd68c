// A select that sets one word of the view: the statistic, the scale.

/**
 * @param {HTMLSelectElement} select
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {"statistic"|"scale"} key
 */
export function connectSelect(select, store, key) {
  const follow = (view) => {
    select.value = view[key];
  };
  select.addEventListener("change", () => store.update({ [key]: select.value }));
  store.subscribe(follow);
  follow(store.view);
}
