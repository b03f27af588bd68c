// The comparison table's rows: which technologies, in which order, how far each figure is from the best. Pure.

import { isShown } from "../state.js";
import { remarkWords } from "../words.js";
import { inOrder } from "./sortable.js";

/**
 * The technologies shown that have the cell, sorted as the view says; what is missing comes last either way.
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {import("../state.js").View} view
 * @param {object} place the cell, as `{rooms: 1, users: 10}`
 * @param {object[]} columns as `tableColumns` gives them
 * @returns {{id: string, values: (?number|string)[]}[]} a value a column
 */
export function tableRows(dataset, view, place, columns) {
  const rows = dataset.technologies
    .filter((technology) => isShown(technology, view))
    .flatMap((technology) => {
      const [cell] = dataset.cellsOf(technology.id, place);
      if (cell === undefined) return [];
      return [{ id: technology.id, values: columns.map((column) => figureOrWord(dataset, technology, cell, column)) }];
    });
  const by = columns.findIndex(({ word }) => word === view.sort?.column);
  return by < 0 ? rows : rows.sort((a, b) => inOrder(a.values[by], b.values[by], view.sort.descending));
}

function figureOrWord(dataset, technology, cell, { word, field }) {
  if (field) return dataset.figure(cell, field).mean;
  const caveats = dataset.caveats(cell);
  const plain = {
    technology: technology.name,
    iterations: caveats.iterations,
    remarks: remarkWords(caveats).join("; ") || null,
  };
  return plain[word];
}

/**
 * What the figures of one column are set against.
 * @param {?number[]} values of the rows shown
 * @param {"lower"|"higher"} better
 * @returns {{best: ?number, largest: number}}
 */
export function yardstick(values, better) {
  const measured = values.filter((value) => value !== null);
  if (measured.length === 0) return { best: null, largest: 0 };
  const largest = Math.max(...measured);
  return { best: better === "higher" ? largest : Math.min(...measured), largest };
}

/** The next way to sort when a column's header is pressed: up, down, the page's own order again. */
export function nextSort(sort, column) {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}
