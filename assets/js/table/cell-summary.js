// The table of the chosen cell. The build makes it for the first cell; another choice fills it anew, a row a
// technology that has the cell, in the words that the build uses.

import { afterFrame } from "../after-frame.js";
import { placeWords } from "../words.js";
import { summaryRow } from "./summary.js";

/**
 * @param {HTMLTableElement} table `table[data-cell-summary]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connectSummary(table, dataset, store) {
  const [body] = table.tBodies;
  const template = body.rows[0].cloneNode(true);
  let shown = null;
  let technologies = null;

  const follow = () => {
    const { cell } = store.view;
    const chosen = new URLSearchParams(cell).toString();
    if (chosen === shown && technologies === dataset.technologies) return;
    shown = chosen;
    technologies = dataset.technologies;
    const rows = dataset.technologies.flatMap((technology) => {
      const [index] = dataset.cellsOf(technology.id, cell);
      return index === undefined ? [] : [fillRow(template.cloneNode(true), technology, index, dataset)];
    });
    body.replaceChildren(...rows);
    table.dataset.cell = chosen;
    table.querySelector("[data-cell-place]").textContent = placeWords(dataset.comparison, cell).join(", ");
  };
  store.subscribe(afterFrame(follow));
  follow();
}

function fillRow(row, technology, index, dataset) {
  row.dataset.technology = technology.id;
  summaryRow(dataset, index).forEach((text, column) => {
    row.cells[column].textContent = text;
  });
  return row;
}
