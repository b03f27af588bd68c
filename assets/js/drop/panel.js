// The panel below the drop zone: an entry a file, with what is wrong with it or with what it added. Whatever comes
// from a file is set as text, never as markup.

import { formatCount } from "../format.js";
import { swatch } from "./swatch.js";

const TITLE = "Click to hide or show; double-click or Alt-click to show only this one";

/**
 * @param {import("./read-file.js").Outcome} outcome
 * @param {object} context
 * @param {?object[]} context.technologies of the file as the charts have them; null where it is not on this page
 * @param {?{title: string, page: ?string}} context.elsewhere the other comparison that it is of
 * @param {{remove: function, contribute: function, go: function}} actions
 * @returns {HTMLLIElement}
 */
export function fileEntry(outcome, { technologies, elsewhere }, actions) {
  const entry = element("li", { class: "dropped-file" });
  const remove = button("Remove", actions.remove, `Remove ${outcome.name}`);
  entry.append(element("p", {}, element("strong", {}, outcome.name), ` ${summaryOf(outcome)} `, remove));
  if (technologies) entry.append(technologyButtons(outcome.name, technologies));
  if (elsewhere) entry.append(signpost(elsewhere, actions.go));
  entry.append(
    ...findings("Faults", [...outcome.faults, ...(outcome.more > 0 ? [`… and ${formatCount(outcome.more)} more`] : [])]),
    ...findings("Doubts", outcome.doubts),
    ...findings("Assumed", outcome.assumed),
  );
  if (outcome.cells) {
    const place = element("p", { class: "contribution" });
    place.append(button("Prepare a contribution", () => actions.contribute(place), `Prepare a contribution of ${outcome.name}`));
    entry.append(place);
  }
  return entry;
}

/** The words for the live region. */
export function statusWords({ name, faults, more, rows, cells }) {
  if (faults.length > 0) return `${name}: ${count(faults.length + more, "fault")}, not shown.`;
  return `${name}: ${count(rows, "row")} of ${cells.technologies.join(", ")}.`;
}

/** Puts a link to save the file, and the path where it belongs, in the place of the button. */
export function offerContribution(place, { path, blob }) {
  const link = element("a", { href: URL.createObjectURL(blob), download: path.split("/").at(-1) }, "Save the file");
  place.replaceChildren(link, " and put it into a checkout as ", element("code", {}, path), ". data/README.md says what happens next.");
  link.focus();
}

function summaryOf({ faults, more, rows, cells }) {
  if (!cells) return `is not shown: ${count(faults.length + more, "fault")}.`;
  return `${count(rows, "row")}, ${count(cells.technology.length, "cell")}.`;
}

function technologyButtons(name, technologies) {
  const group = element("div", { class: "technologies", role: "group", "aria-label": `Technologies of ${name}`, "data-technologies": "" });
  for (const technology of technologies) {
    const one = button("", null);
    one.dataset.technology = technology.id;
    one.setAttribute("aria-pressed", "true");
    one.title = TITLE;
    one.append(swatch(technology), technology.name);
    group.append(one);
  }
  return group;
}

function signpost({ title, page }, go) {
  if (!page) return element("p", {}, `It is about “${title}”, which has no page yet.`);
  return element("p", {}, `It is about another comparison: ${title}. `, button("Open that page with it", go));
}

function findings(heading, texts) {
  if (texts.length === 0) return [];
  const list = element("ul", {}, ...texts.map((text) => element("li", {}, text)));
  return [element("details", { open: "", class: "findings" }, element("summary", {}, `${heading} (${texts.length})`), list)];
}

function button(text, act, label) {
  const one = element("button", { type: "button" }, text);
  if (label) one.setAttribute("aria-label", label);
  if (act) one.addEventListener("click", act);
  return one;
}

function element(name, attributes, ...children) {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...children);
  return one;
}

function count(number, noun) {
  return `${formatCount(number)} ${noun}${number === 1 ? "" : "s"}`;
}
