// Makes of the scoreboard, which the build writes, a table to sort and to choose technologies by.

import { inOrder, makeSortable } from "./sortable.js";

/**
 * Its heads become buttons that sort, its swatches those that show and hide, which controls/technologies.js connects.
 * @param {HTMLTableElement} table `table[data-scoreboard]` as docs/contracts.md describes it
 */
export function connectScoreboard(table) {
  const [body] = table.tBodies;
  const built = [...body.rows];
  const headers = [...table.tHead.rows[0].cells];
  for (const row of built) makeSwitch(row.cells[0], row.dataset.technology);
  headers.forEach((header, column) => {
    makeSortable(header, () => {
      const order = nextOrder(header.ariaSort, header.dataset.better);
      const values = built.map(({ cells }) => sortValue(cells[column]));
      for (const other of headers) other.ariaSort = other === header ? order : null;
      body.append(...orderOf(values, order).map((place) => built[place]));
    });
  });
}

function makeSwitch(head, technology) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.technology = technology;
  button.ariaLabel = `${head.querySelector("a").textContent} in the charts`;
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
 * @param {?(number|string)[]} values of the rows as they were built
 * @param {"ascending"|"descending"} order
 * @returns {number[]} the rows' places; equal ones stay as they were built
 */
export function orderOf(values, order) {
  return [...values.keys()].sort((a, b) => inOrder(values[a], values[b], order === "descending"));
}
