// The technology buttons: a click hides or shows, a double click, an Alt-click or Alt and Enter isolate; pointer or focus
// on them lifts. A family's button does so with all technologies of its family. What is pressed is shown; a family shown
// in part is "mixed".

import { afterFrame } from "../after-frame.js";
import { inverted, isolated, sameIds, toggled } from "../state.js";

/**
 * @param {HTMLElement} group `[data-technologies]`, as docs/contracts.md describes it
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 * @param {{id: string}[]} [technologies] of which those shown are counted; those with buttons unless given
 */
export function connectTechnologies(group, store, page, technologies) {
  const choices = { all: page.technologies, none: [], default: page.shown };
  const find = (selector) => [...group.querySelectorAll(selector)];
  const idsOf = ({ dataset }) => (dataset.technology ?? dataset.family).split(" ");
  const switches = find("button[data-technology], button[data-family]").map((button) => [button, idsOf(button)]);
  const offered = new Set(technologies?.map(({ id }) => id) ?? switches.flatMap(([, ids]) => ids));
  const shortcuts = find("button[data-show]").map((button) => [button, choices[button.dataset.show]]);

  for (const [button, ids] of switches) connectSwitch(button, ids, store, page);
  for (const [button, ids] of shortcuts) button.addEventListener("click", () => store.update({ shown: [...ids] }));
  for (const button of find("button[data-invert]")) {
    button.addEventListener("click", () => store.update({ shown: inverted(store.view.shown, page) }));
  }
  for (const select of find("select[data-groups]")) connectGroups(select, store, page);
  for (const button of find("button[aria-expanded]")) connectDisclosure(button);

  const press = ({ shown }) => {
    for (const [button, ids] of switches) button.setAttribute("aria-pressed", pressed(ids, shown));
  };
  const follow = () => {
    const { shown } = store.view;
    for (const [button, ids] of shortcuts) button.setAttribute("aria-disabled", sameIds(ids, shown));
    for (const count of find("[data-shown-count]")) count.textContent = shown.filter((id) => offered.has(id)).length;
  };
  store.subscribe(press);
  store.subscribe(afterFrame(follow));
  press(store.view);
  follow();
}

function connectSwitch(button, ids, store, page) {
  let before = store.view.shown;
  const isolate = (how) => store.update({ shown: isolated(before, ids, page) }, how);
  button.addEventListener("click", ({ altKey, detail }) => {
    if (detail > 1) return;
    before = store.view.shown;
    if (altKey) isolate();
    else store.update({ shown: toggled(before, ids, page) });
  });
  button.addEventListener("dblclick", ({ altKey }) => {
    if (!altKey) isolate({ replace: true });
  });
  button.addEventListener("keydown", (event) => {
    if (!event.altKey || event.key !== "Enter" || event.repeat) return;
    event.preventDefault();
    before = store.view.shown;
    isolate();
  });
  for (const begin of ["pointerenter", "focus"]) button.addEventListener(begin, () => store.lift(ids));
  for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => store.lift(null));
}

/** A select of groups, each option's value the ids of its technologies: one shows only these. */
function connectGroups(select, store, page) {
  const idsOf = ({ value }) => page.technologies.filter((id) => value.split(" ").includes(id));
  const follow = () => {
    const { shown } = store.view;
    const chosen = [...select.options].find((option) => option.value && sameIds(idsOf(option), shown));
    select.value = chosen?.value ?? "";
  };
  select.addEventListener("change", () => {
    if (select.value) store.update({ shown: idsOf(select) });
  });
  store.subscribe(afterFrame(follow));
  follow();
}

function connectDisclosure(button) {
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true");
  });
}

/** @returns {"true"|"false"|"mixed"} the state of a button for these technologies */
export function pressed(ids, shown) {
  const count = ids.filter((id) => shown.includes(id)).length;
  if (count === ids.length) return "true";
  return count === 0 ? "false" : "mixed";
}
