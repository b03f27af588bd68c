// The buttons of a dropped file's technologies, beside those of the page's own.

import { t } from "../language.js";
import { swatch } from "../swatch.js";
import { element } from "./element.js";

/**
 * Puts a group of buttons into the row of the file's comparison, if the page has one.
 * @param {ReturnType<import("./dropped-dataset.js").droppedTechnologies>} dropped
 * @param {string[]} shown ids of those that have one from the start
 * @returns {HTMLElement} the group
 */
export function addButtons({ name, comparison, technologies }, shown) {
  const group = element("div", { class: "yours", role: "group", "aria-label": t`Technologies of ${name}` });
  for (const technology of technologies.filter(({ id }) => shown.includes(id))) {
    const one = element("button", { type: "button", "aria-pressed": "true" });
    one.dataset.technology = technology.id;
    one.append(swatch(technology), technology.name);
    group.append(one);
  }
  document.querySelector(`.controls[data-comparison="${comparison}"] .families`)?.append(group);
  return group;
}
