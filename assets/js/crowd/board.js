// The scoreboard's further rows, fetched from its own page when a reader asks for them, sorts or filters; the first of what he then sees
// can be shown in the charts: the best of a family by any column.

import { connectTechnologies } from "../controls/technologies.js";
import { button, element } from "../drop/element.js";
import { t } from "../language.js";
import { refigure } from "../table/refigure.js";
import { makeSwitch, REFIGURED } from "../table/scoreboard.js";
import { isFound } from "./search.js";

/** Technologies that charts show at once and an eye still follows, as at first. */
const MOST = 8;

/**
 * @param {HTMLTableElement} table `table[data-scoreboard]` as docs/contracts.md describes it
 * @param {object} of
 * @param {import("../results/dataset.js").Dataset} of.dataset of its comparison
 * @param {function(): object[]} of.choice the technologies to choose from
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function connectBoard(table, { dataset, choice }, store, page) {
  const [body] = table.tBodies;
  const all = table.parentElement.querySelector("a[data-scoreboard-all]");
  if (!all) return;
  const status = element("span", { role: "status" });
  let loading = null;
  const load = () => {
    loading ??= fetchRows(all.href, body)
      .then((rows) => takeRows(rows, table, dataset, store, page))
      .catch(() => {
        loading = null;
        status.textContent = t`The rows can't be loaded.`;
        throw new Error();
      });
    return loading;
  };
  const input = element("input", {
    type: "search",
    placeholder: t`Filter by name, family, language`,
    "aria-label": t`Filter the table`,
  });
  const filter = () => {
    const technologies = new Map(choice().map((one) => [one.id, one]));
    const typed = input.value.trim();
    for (const row of body.rows) row.hidden = !isFound(technologies.get(row.dataset.technology), typed);
    table.toggleAttribute("data-first", typed === "" && !all.hidden);
    const count = [...body.rows].filter(({ hidden }) => !hidden).length;
    status.textContent = typed ? t`${count} of ${body.rows.length}` : "";
  };
  const soon = (act) => load().then(act, () => {});
  input.addEventListener("input", () => soon(filter));
  all.addEventListener("click", (event) => {
    event.preventDefault();
    soon(() => {
      all.hidden = true;
      filter();
    });
  });
  const showFirst = () => {
    const first = [...body.rows].filter(({ hidden }) => !hidden).slice(0, MOST);
    const ids = first.map(({ dataset: { technology } }) => technology);
    store.update({ shown: page.technologies.filter((id) => ids.includes(id)) });
  };
  const best = button(t`First ${MOST} into the charts`, () => soon(showFirst));
  all.parentElement.append(input, best, status);
  table.toggleAttribute("data-first", true);
  sortWhole(table, load);
  if (store.view.board) load().catch(() => {});
}

/** Presses on its heads wait for all rows. */
function sortWhole(table, load) {
  let isWhole = false;
  table.tHead.addEventListener(
    "click",
    (event) => {
      if (isWhole) return;
      event.stopPropagation();
      const act = () => {
        isWhole = true;
        event.target.click();
      };
      load().then(act, () => {});
    },
    true,
  );
}

/** @returns {Promise<HTMLTableRowElement[]>} those that the page doesn't have */
async function fetchRows(address, body) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const source = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = new Set([...body.rows].map(({ dataset }) => dataset.technology));
  const rows = [...source.querySelector("table[data-scoreboard]").tBodies[0].rows];
  return rows.filter(({ dataset }) => !there.has(dataset.technology)).map((row) => document.adoptNode(row));
}

function takeRows(rows, table, dataset, store, page) {
  const group = document.createDocumentFragment();
  group.append(...rows);
  for (const row of rows) makeSwitch(row.cells[0], row.dataset.technology);
  connectTechnologies(group, store, page);
  table.tBodies[0].append(group);
  if (table.dataset.place) refigure(table, dataset);
  else table.dispatchEvent(new Event(REFIGURED));
}
