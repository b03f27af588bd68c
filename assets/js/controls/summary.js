// The table of the chosen cell. The build makes it for the first cell; another choice fills it anew, a row a
// technology that has the cell, in the words that the build uses.

import { afterFrame } from "../after-frame.js";
import { formatCount, formatInterval } from "../format.js";
import { placeWords, remarkWords } from "../words.js";

/**
 * @param {HTMLTableElement} table `table[data-cell-summary]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connectSummary(table, dataset, store) {
  const [body] = table.tBodies;
  const template = body.rows[0].cloneNode(true);
  let shown = table.dataset.cell;
  let { technologies } = dataset;

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
  row.querySelector("th").textContent = technology.name;
  row.querySelector("[data-column='n']").textContent = formatCount(dataset.caveats(index).iterations);
  row.querySelector("[data-column='remarks']").textContent = remarkWords(dataset.caveats(index)).join("; ");
  for (const place of row.querySelectorAll("[data-metric]")) {
    place.textContent = figureText(dataset, index, place.dataset.metric, place.dataset.statistic);
  }
  return row;
}

/** The interval goes with the metric's default statistic, as in the tables made at build time. */
function figureText(dataset, index, metricId, statistic) {
  const { statistics } = dataset.metrics.get(metricId);
  const { mean, ci95 } = dataset.figure(index, statistics[statistic]);
  return formatInterval(mean, statistic === Object.keys(statistics)[0] ? ci95 : null);
}
