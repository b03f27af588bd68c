// The box in the controls by which a technology is found and shown or hidden: the ARIA pattern of a combobox with a list.

import Combobox from "@github/combobox-nav";
import { element } from "../drop/element.js";
import { t } from "../language.js";
import { toggled } from "../state.js";
import { found } from "./search.js";

/** Options that the list has at most; who sees these types on. */
const MOST = 50;

/**
 * @param {HTMLElement} bar `.controls` of the comparison
 * @param {{id: string, choice: function(): object[]}} comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function connectFinder(bar, { id, choice }, store, page) {
  const listId = `${id}-found`;
  const list = element("ul", { role: "listbox", id: listId, "aria-label": t`Technologies found`, hidden: "" });
  const input = element("input", {
    type: "text",
    placeholder: t`Find …`,
    "aria-label": t`Find a technology by name, family or language`,
    autocomplete: "off",
    spellcheck: "false",
  });
  const box = element("div", { class: "finder" }, input, list);
  bar.querySelector(".families").before(box);
  const combobox = new Combobox(input, list, { firstOptionSelectionMode: "active", tabInsertsSuggestions: false });

  const close = () => {
    combobox.stop();
    list.replaceChildren();
    list.hidden = true;
  };
  const open = () => {
    const offers = found(choice(), input.value).slice(0, MOST);
    list.replaceChildren(...offers.map((offer, i) => option(offer, `${listId}-${i}`, store.view)));
    combobox.stop();
    list.hidden = offers.length === 0;
    if (offers.length > 0) combobox.start();
  };
  input.addEventListener("input", open);
  input.addEventListener("click", open);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key.startsWith("Arrow") && list.hidden) open();
  });
  input.addEventListener("blur", close);
  // The focus stays in the box.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("combobox-commit", ({ target }) => {
    store.update({ shown: toggled(store.view.shown, target.dataset.ids.split(" "), page) });
    input.value = "";
    close();
  });
}

function option({ label, ids, technology }, id, { shown }) {
  const isShown = ids.every((one) => shown.includes(one));
  const about = [technology?.family, technology?.language].filter((word) => word && word !== technology.name);
  const one = element("li", { role: "option", id, "data-ids": ids.join(" ") }, label);
  const words = [...about, isShown && t`shown`].filter(Boolean).join(", ");
  if (words) one.append(" ", element("small", {}, words));
  return one;
}
