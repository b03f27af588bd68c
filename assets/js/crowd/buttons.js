// The buttons of those shown, and of those that the page opens with: in the row as in the page's order, the others in no row at all.

import { afterFrame } from "../after-frame.js";
import { connectTechnologies } from "../controls/technologies.js";
import { element } from "../drop/element.js";
import { shownApart } from "../results/looks.js";
import { swatch } from "../swatch.js";

/**
 * @param {HTMLElement} bar `.controls` of the comparison
 * @param {{choice: function(): object[], palette: object[]=}} technologies
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function connectButtons(bar, { choice, palette }, store, page) {
  const row = bar.querySelector(".families");
  const made = new Map();
  const lasting = new Set();

  const adopt = (button) => {
    made.set(button.dataset.technology, button);
    lasting.add(button.dataset.technology);
  };
  const make = (technologies) => {
    const group = document.createDocumentFragment();
    for (const technology of technologies) {
      const button = element("button", { type: "button", "data-technology": technology.id });
      button.append(swatch(technology), technology.name);
      made.set(technology.id, button);
      group.append(button);
    }
    connectTechnologies(group, store, page);
  };
  const follow = () => {
    const shown = shownApart({ technologies: choice(), palette }, store.view);
    for (const button of row.querySelectorAll(".yours button")) adopt(button);
    make(shown.filter(({ id }) => !made.has(id)));
    const kept = new Set([...lasting, ...shown.map(({ id }) => id)]);
    for (const [id, button] of made) if (!kept.has(id) && !button.matches(":focus, :hover")) button.remove();
    // Each before the next that stands there already, so that none that has the focus is moved.
    let next = null;
    for (const id of page.technologies.filter((one) => made.has(one)).reverse()) {
      const button = made.get(id);
      if (kept.has(id) && !button.isConnected) row.insertBefore(button, next);
      if (button.parentElement === row) next = button;
    }
  };
  for (const button of row.querySelectorAll("button[data-technology]")) adopt(button);
  store.subscribe(afterFrame(follow));
  follow();
}
