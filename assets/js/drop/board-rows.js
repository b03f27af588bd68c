// A dropped file's technologies in the scoreboard, beside the page's own: what the file measured; of all else, nothing is known.

import { t } from "../language.js";
import { swatch } from "../swatch.js";
import { refigure } from "../table/refigure.js";
import { element } from "./element.js";

/**
 * Puts a row for each that is shown at once into the scoreboard of the file's comparison, if the page has one.
 * @param {ReturnType<import("./dropped-dataset.js").droppedTechnologies>} dropped
 * @param {string[]} shown ids of those shown
 * @param {import("../results/dataset.js").Dataset} dataset of the comparison, which it has joined
 * @param {ReturnType<import("../state.js").createStore>} store
 * @returns {HTMLTableRowElement[]}
 */
export function addRows({ comparison, technologies }, shown, dataset, store) {
  const table = document.querySelector(`[data-scoreboard="${comparison}"]`);
  if (!table) return [];
  const [body] = table.tBodies;
  const some = technologies.filter(({ id }) => shown.includes(id));
  const rows = some.map((technology) => rowLike(body.rows[0], technology));
  body.append(...rows);
  if (!followed.has(table)) {
    followed.add(table);
    store.subscribe(whenChanged(dataset, () => refigure(table, dataset)));
  }
  return rows;
}

const followed = new WeakSet();

/** @returns {function(): void} acts where the dataset's cells are others than when it was last called */
function whenChanged(dataset, act) {
  let cells = null;
  return () => {
    if (cells === dataset.cells) return;
    cells = dataset.cells;
    act();
  };
}

function rowLike(built, technology) {
  const row = element("tr", { "data-technology": technology.id });
  row.style.setProperty("--look-light", technology.color.light);
  row.style.setProperty("--look-dark", technology.color.dark);
  const label = t`${technology.name} in the charts`;
  const show = element(
    "button",
    { type: "button", "data-technology": technology.id, "aria-label": label },
    swatch(technology),
  );
  row.append(element("th", { scope: "row" }, show, " ", element("span", {}, technology.name)));
  for (const { className } of [...built.cells].slice(1)) row.append(element("td", { class: className }, "–"));
  return row;
}
