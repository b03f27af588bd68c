// The row of technology buttons: a click hides or shows, a double click or Alt-click isolates, and
// the button for all shows all. A pressed button is a technology that the charts show.

import { isolated, toggled } from "../state.js";

/**
 * @param {HTMLElement} group holds `button[data-technology]` and `button[data-show-all]`
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function connectTechnologies(group, store, page) {
  const buttons = [...group.querySelectorAll("button[data-technology]")];
  const showAll = group.querySelector("button[data-show-all]");

  for (const button of buttons) {
    const id = button.dataset.technology;
    let before = store.view.shown;
    button.addEventListener("click", ({ altKey, detail }) => {
      if (detail > 1) return;
      before = store.view.shown;
      store.update({ shown: altKey ? isolated(before, id, page) : toggled(before, id, page) });
    });
    button.addEventListener("dblclick", ({ altKey }) => {
      if (!altKey) store.update({ shown: isolated(before, id, page) }, { replace: true });
    });
  }
  showAll?.addEventListener("click", () => store.update({ shown: [...page.technologies] }));

  const follow = ({ shown }) => {
    for (const button of buttons) button.setAttribute("aria-pressed", shown.includes(button.dataset.technology));
    if (showAll) showAll.disabled = shown.length === page.technologies.length;
  };
  store.subscribe(follow);
  follow(store.view);
}
