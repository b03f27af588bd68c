// Makes the table of the chosen cell one to compare by: sorted by any column, only the technologies shown, with bars
// and × relative to the best in its cells. cell-summary.js fills it; this arranges what it finds.

import { afterFrame } from "../after-frame.js";
import { formatFigure } from "../format.js";
import { t } from "../language.js";
import { tableColumns } from "./columns.js";
import { placeIn } from "./place.js";
import { nextSort, tableRows, yardstick } from "./rows.js";
import { makeSortable } from "./sortable.js";

/**
 * @param {HTMLTableElement} table `table[data-cell-summary]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connectComparison(table, dataset, store) {
  const [body] = table.tBodies;
  const columns = tableColumns(dataset);
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, i) => {
    makeSortable(header, () => store.update({ sort: nextSort(store.view.sort, columns[i].word) }));
  });
  const follow = () => {
    const { view } = store;
    headers.forEach((header, i) => {
      header.ariaSort = sortWord(view.sort, columns[i].word);
    });
    const rows = tableRows(dataset, view, placeIn(dataset.comparison.dimensions, table.dataset.cell), columns);
    arrange(body, rows);
    columns.forEach(({ metric }, column) => {
      if (metric) compareColumn(body, rows, column, metric.better);
    });
  };
  store.subscribe(afterFrame(follow));
  follow();
  table.dataset.state = "ready";
}

/** @returns {?string} the `aria-sort` of a column */
function sortWord(sort, column) {
  if (sort?.column !== column) return null;
  return sort.descending ? "descending" : "ascending";
}

/** Puts the rows shown first, in their order, and hides the others. */
function arrange(body, rows) {
  const places = new Map(rows.map(({ id }, i) => [id, i]));
  const place = (row) => places.get(row.dataset.technology) ?? rows.length;
  const ordered = [...body.rows].sort((a, b) => place(a) - place(b));
  for (const row of ordered) row.hidden = !places.has(row.dataset.technology);
  if (ordered.some((row, i) => row !== body.rows[i])) body.append(...ordered);
}

function compareColumn(body, rows, column, better) {
  const values = rows.map((row) => row.values[column]);
  const { best, largest } = yardstick(values, better);
  values.forEach((value, i) => {
    const cell = body.rows[i].cells[column];
    cell.style.setProperty("--share", largest > 0 ? value / largest : 0);
    relativePart(cell).textContent = relativeWords(value, best);
  });
}

function relativePart(cell) {
  const found = cell.querySelector(".relative");
  if (found) return found;
  const part = document.createElement("span");
  part.className = "relative";
  cell.append(" ", part);
  return part;
}

function relativeWords(value, best) {
  if (value === null) return "";
  if (value === best) return t`best`;
  return best > 0 ? `× ${formatFigure(value / best)}` : "";
}
