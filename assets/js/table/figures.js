// The table of a chart's figures, written when a reader opens it or prints the page: its data is there already. Readers without
// scripts have a page of it, with the same words (_includes/table-document.html).

import { afterFrame } from "../after-frame.js";
import { metricIdOf, titleOf } from "../drawing/scope.js";
import { formatCount, formatInterval } from "../format.js";
import { t } from "../language.js";
import { isYours } from "../state.js";
import { remarkWords, valueWords } from "../words.js";
import { headingOf } from "./summary.js";

/** Rows that are written in one task. */
const SLICE = 200;

/**
 * Has the tables of the page's charts written as they are opened, and anew as their figures become others.
 * @param {HTMLElement[]} figures with `details[data-figures]`
 * @param {Map<string, import("../results/dataset.js").Dataset>} datasets by comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connectFigureTables(figures, datasets, store) {
  const tables = figures.map((figure) => {
    const spec = JSON.parse(figure.dataset.chart);
    const details = figure.querySelector("[data-figures]");
    return connectTable(details, spec, datasets.get(spec.comparison), store);
  });
  const follow = () => {
    for (const table of tables) table.follow();
  };
  store.subscribe(afterFrame(follow));
  addEventListener("beforeprint", () => {
    for (const { write } of tables) write(Number.POSITIVE_INFINITY);
  });
}

function connectTable(details, spec, dataset, store) {
  let written = {};
  const metricNow = () => metricIdOf(dataset, spec, store.view);
  const write = async (slice) => {
    const mine = { cells: dataset.cells, metric: metricNow() };
    written = mine;
    const rows = figureRows(dataset, spec, store.view);
    const body = frame(details, dataset, spec, store.view);
    for (let from = 0; from < rows.length; from += slice) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve));
      if (written !== mine) return;
      for (const row of rows.slice(from, from + slice)) body.append(tableRow(row));
    }
  };
  const follow = () => {
    if (!details.open || (written.cells === dataset.cells && written.metric === metricNow())) return;
    write(SLICE);
  };
  details.addEventListener("toggle", follow);
  return { follow, write };
}

/** Puts a table without rows into the place. @returns {HTMLElement} where its rows go */
function frame(details, dataset, spec, view) {
  const section = document.createElement("section");
  section.className = "table-scroll";
  const title = spec.kind === "bubble" ? spec.title : titleOf(dataset, spec, view);
  section.setAttribute("aria-label", t`${title}, figures`);
  section.tabIndex = 0;
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const { text, number } of figureHeadings(dataset, spec, view)) {
    const cell = document.createElement("th");
    cell.scope = "col";
    if (number) cell.className = "number";
    cell.textContent = text;
    head.append(cell);
  }
  section.append(table);
  details.querySelector("section")?.remove();
  details.querySelector("summary").after(section);
  return table.createTBody();
}

function tableRow({ yours, texts }) {
  const row = document.createElement("tr");
  if (yours) row.dataset.yours = "";
  texts.forEach((text, i) => {
    const cell = document.createElement(i === 0 ? "th" : "td");
    if (i === 0) cell.scope = "row";
    else if (i < texts.length - 1) cell.className = "number";
    cell.textContent = text;
    row.append(cell);
  });
  return row;
}

/**
 * The heads of the columns; `number`: of figures.
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3
 * @param {import("../state.js").View} view
 * @returns {{text: string, number: boolean}[]}
 */
export function figureHeadings(dataset, spec, view) {
  const { places, columns, several } = layout(dataset, spec, view);
  const figures = columns.map(({ metric, statistic }) => `${headingOf(metric, statistic, several)} (${metric.unit})`);
  const numbers = [...places.map(({ label }) => label), t`Iterations`, ...figures];
  return [
    { text: t`Technology`, number: false },
    ...numbers.map((text) => ({ text, number: true })),
    { text: t`Remarks`, number: false },
  ];
}

/**
 * The rows: a line chart's cells with all statistics of the metric that it shows, or all cells with what a bubble chart shows.
 * @returns {{yours: boolean, texts: string[]}[]} a text a column; `yours`: of a dropped file
 */
export function figureRows(dataset, spec, view) {
  const { places, columns } = layout(dataset, spec, view);
  const fixed = spec.kind === "bubble" ? {} : spec.fixed;
  const listed = dataset.technologies.filter(({ id }) => !spec.yours || isYours(id));
  return listed.flatMap(({ id, name }) =>
    dataset.cellsOf(id, fixed).map((cell) => ({
      yours: isYours(id),
      texts: [
        name,
        ...places.map((place) => valueWords(place, dataset.cells[place.id][cell])),
        formatCount(dataset.cells.n[cell]),
        ...columns.map(({ field, isFirst }) => {
          const { mean, ci95 } = dataset.figure(cell, field);
          return formatInterval(mean, isFirst ? ci95 : null);
        }),
        remarkWords(dataset.caveats(cell)).join("; "),
      ],
    })),
  );
}

/** The interval goes with a metric's first statistic. */
function layout(dataset, spec, view) {
  const bubble = spec.kind === "bubble";
  const metrics = (bubble ? [spec.size, spec.y, spec.x] : [metricIdOf(dataset, spec, view)]).map((id) =>
    dataset.metrics.get(id),
  );
  const columns = metrics.flatMap((metric) => {
    const all = Object.entries(metric.statistics).map(([statistic, field], i) => ({
      metric,
      statistic,
      field,
      isFirst: i === 0,
    }));
    return bubble ? all.slice(0, 1) : all;
  });
  const { dimensions, axes } = dataset.comparison;
  const places = [...dimensions, ...axes.slice(0, 1)].filter(
    ({ id }, i, all) => all.findIndex((one) => one.id === id) === i && (bubble || !(id in spec.fixed)),
  );
  return { places, columns, several: metrics.length > 1 };
}
