// Makes of the scoreboard, which the build writes, a table to sort and to choose technologies by.

import { t } from "../language.js";
import { inOrder, makeSortable } from "./sortable.js";

/** Tells a scoreboard that its figures have become others. */
export const REFIGURED = "refigured";

/**
 * Its heads become buttons that sort, its swatches those that show and hide, which controls/technologies.js connects.
 * @param {HTMLTableElement} table `table[data-scoreboard]` as docs/contracts.md describes it
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connectScoreboard(table, store) {
  const [body] = table.tBodies;
  const headers = [...table.tHead.rows[0].cells];
  const words = headers.map(({ dataset }) => dataset.column);
  const initial = sortedBy(headers);
  const others = headers.map(({ dataset: { better } }, place) => ({ place, descending: better === "higher" })).slice(1);
  let sorted = null;

  const sort = () => {
    const { column, descending } = sorted ?? initial;
    const place = words.indexOf(column);
    headers.forEach((header, i) => {
      if (i !== place) header.ariaSort = null;
      else header.ariaSort = descending ? "descending" : "ascending";
    });
    const rows = [...body.rows];
    const values = rows.map(({ cells }) => [...cells].map(sortValue));
    body.append(...orderOf(values, [{ place, descending }, ...others]).map((row) => rows[row]));
  };
  const follow = ({ board }) => {
    if (board === sorted) return;
    sorted = board;
    sort();
  };
  headers.forEach((header, i) => {
    makeSortable(header, () => {
      const descending = nextOrder(header.ariaSort, header.dataset.better) === "descending";
      const same = words[i] === initial.column && descending === initial.descending;
      store.update({ board: same ? null : { column: words[i], descending } });
    });
  });
  for (const row of body.rows) makeSwitch(row.cells[0], row.dataset.technology);
  table.addEventListener(REFIGURED, sort);
  store.subscribe(follow);
  follow(store.view);
}

/** By what the build sorted it. */
function sortedBy(headers) {
  const { ariaSort, dataset } = headers.find((header) => header.ariaSort);
  return { column: dataset.column, descending: ariaSort === "descending" };
}

/** Has a row's swatch show and hide its technology. */
export function makeSwitch(head, technology) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.technology = technology;
  button.ariaLabel = t`${head.querySelector("a").textContent} in the charts`;
  const swatch = head.querySelector(".swatch");
  swatch.replaceWith(button);
  button.append(swatch);
}

/** A name, a figure, or null for a dash. A figure is written plainly, unless the cell says what to sort it by. */
function sortValue(cell) {
  if (cell.scope === "row") return cell.textContent.trim();
  const value = Number(cell.dataset.value ?? cell.firstChild.data);
  return Number.isNaN(value) ? null : value;
}

/** How a press on a column's head sorts: the best first, and then the other way round. */
export function nextOrder(now, better) {
  const [first, then] = better === "higher" ? ["descending", "ascending"] : ["ascending", "descending"];
  return now === first ? then : first;
}

/**
 * @param {?(number|string)[][]} rows of the table, a value a column
 * @param {{place: number, descending: boolean}[]} columns to sort by; ties of one by the next, as the build does
 * @returns {number[]} the rows' places; equal ones stay as they stood
 */
export function orderOf(rows, columns) {
  const compare = (a, b) =>
    columns.reduce((order, { place, descending }) => order || inOrder(rows[a][place], rows[b][place], descending), 0);
  return [...rows.keys()].sort(compare);
}
