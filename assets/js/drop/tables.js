// The rows of dropped files in the charts' tables, after those that the build wrote.

import { formatCount, formatInterval } from "../format.js";
import { isYours } from "../state.js";
import { remarkWords } from "../words.js";

/** Rows that are written in one task. */
const SLICE = 200;

/** By dataset the writing that is under way. */
const latest = new WeakMap();

/**
 * Writes anew the guests' rows of every chart's table of the dataset's comparison, some at a time, so that the page stays
 * responsive. A later call takes the place of one that has not ended.
 */
export async function showGuestRows(dataset) {
  const mine = {};
  latest.set(dataset, mine);
  for (const figure of document.querySelectorAll("figure[data-chart]")) {
    const spec = JSON.parse(figure.dataset.chart);
    const body = figure.querySelector(".chart-figures tbody");
    if (!body || spec.comparison !== dataset.comparison.id) continue;
    for (const row of body.querySelectorAll("tr[data-yours]")) row.remove();
    const rows = guestRows(dataset, spec);
    for (let from = 0; from < rows.length; from += SLICE) {
      await new Promise((resolve) => setTimeout(resolve));
      if (latest.get(dataset) !== mine) return;
      body.append(...rows.slice(from, from + SLICE).map(tableRow));
    }
  }
}

/**
 * The texts of the rows that guests add to a chart's table, in the columns that the build gives it.
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3
 * @returns {string[][]} the technology first
 */
export function guestRows(dataset, spec) {
  const bubble = spec.kind === "bubble";
  const { dimensions, axes } = dataset.comparison;
  const places = [...new Set([...dimensions, ...axes.slice(0, 1)].map(({ id }) => id))].filter(
    (id) => bubble || !(id in spec.fixed),
  );
  const measures = bubble ? [spec.size, spec.y, spec.x] : [spec.y];
  const columns = measures.flatMap((id) => {
    const statistics = Object.values(dataset.metrics.get(id).statistics);
    return bubble ? statistics.slice(0, 1) : statistics;
  });
  const intervals = new Set(measures.map((id) => Object.values(dataset.metrics.get(id).statistics)[0]));
  return dataset.technologies
    .filter(({ id }) => isYours(id))
    .flatMap(({ id, name }) =>
      dataset.cellsOf(id, bubble ? {} : spec.fixed).map((cell) => [
        name,
        ...places.map((place) => formatCount(dataset.cells[place][cell])),
        formatCount(dataset.cells.n[cell]),
        ...columns.map((field) => {
          const { mean, ci95 } = dataset.figure(cell, field);
          return formatInterval(mean, intervals.has(field) ? ci95 : null);
        }),
        remarkWords(dataset.caveats(cell)).join("; "),
      ]),
    );
}

function tableRow(texts) {
  const row = document.createElement("tr");
  row.dataset.yours = "";
  texts.forEach((text, i) => {
    const cell = document.createElement(i === 0 ? "th" : "td");
    if (i === 0) cell.scope = "row";
    else if (i < texts.length - 1) cell.className = "number";
    cell.textContent = text;
    row.append(cell);
  });
  return row;
}
