// The panel below the drop zone: an entry a file, with what is wrong with it or with what it added. Whatever comes
// from a file is set as text, never as markup.

import { formatCount } from "../format.js";
import { plural, t, translated } from "../language.js";
import { MOST_SHOWN } from "../results/make-dataset.js";
import { technologyCount } from "../words.js";
import { button, element } from "./element.js";

/**
 * @param {import("./read-file.js").Outcome} outcome
 * @param {object} context
 * @param {?object[]} context.technologies of the file as the charts have them; null where the page doesn't show it
 * @param {?{title: string, page: ?string}} context.elsewhere the other comparison that it is of
 * @param {{remove: function(): void, contribute: function(HTMLElement): void, go: function(): void}} actions
 * @returns {HTMLLIElement}
 */
export function fileEntry(outcome, { technologies, elsewhere }, { remove, contribute, go }) {
  const { name, faults, doubts, more, assumed, cells } = outcome;
  const entry = element("li", { class: "dropped-file" });
  entry.append(
    element(
      "p",
      {},
      element("strong", {}, name),
      `: ${summaryOf(outcome, technologies)} `,
      button(t`Remove`, remove, t`Remove ${name}`),
    ),
  );
  if (elsewhere) entry.append(signpost(elsewhere, go));
  entry.append(...findings(t`Faults`, faults), ...findings(t`Doubts`, doubts), ...findings(t`Assumed`, assumed));
  if (more > 0) entry.append(element("p", {}, t`… and ${formatCount(more)} more`));
  if (cells) {
    const place = element("p", { class: "contribution" });
    place.append(button(t`Prepare a contribution`, () => contribute(place), t`Prepare a contribution of ${name}`));
    entry.append(place);
  }
  return entry;
}

/** The words for the live region. */
export function statusWords(outcome) {
  const { name, rows, cells } = outcome;
  if (!cells) return `${name}: ${summaryOf(outcome)}`;
  return t`${name}: ${rowCount(rows)} of ${namesOf(cells.technologies)}.`;
}

/** Puts a link to save the file, and the path where it belongs, in the place of the button. */
export function offerContribution(place, { path, blob }) {
  const link = element("a", { href: URL.createObjectURL(blob), download: path.split("/").at(-1) }, t`Save the file`);
  place.replaceChildren(
    link,
    t`, put it into a checkout as `,
    element("code", {}, path),
    t`, and open a pull request.`,
  );
  link.focus();
}

function summaryOf({ faults, more, rows, cells }, technologies) {
  if (!cells) return t`not shown, ${plural(faults.length + more, "%1 fault", "%1 faults")}.`;
  const cellCount = plural(cells.technology.length, "%1 cell", "%1 cells", [formatCount(cells.technology.length)]);
  if (!technologies) return `${rowCount(rows)}, ${cellCount}.`;
  return t`${rowCount(rows)}, ${cellCount} of ${namesOf(technologies.map(({ name }) => name))}.`;
}

function signpost({ title, page }, go) {
  if (!page) return element("p", {}, t`It is of another comparison, “${translated(title)}”, which has no page yet.`);
  return element(
    "p",
    {},
    t`It is of another comparison, “${translated(title)}”.`,
    " ",
    button(t`Open its page with this file`, go),
  );
}

function findings(heading, texts) {
  if (texts.length === 0) return [];
  const list = element("ul", {}, ...texts.map((text) => element("li", {}, text)));
  return [
    element("details", { open: "", class: "findings" }, element("summary", {}, `${heading} (${texts.length})`), list),
  ];
}

/** More than are shown at first are counted. */
function namesOf(names) {
  return names.length > MOST_SHOWN ? technologyCount(names.length) : names.join(", ");
}

function rowCount(rows) {
  return plural(rows, "%1 row", "%1 rows", [formatCount(rows)]);
}
