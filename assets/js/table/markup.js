// Tables as the build writes them into pages. Pure.

import { escaped, htmlElement } from "../drawing/markup.js";
import { figureHeadings, figureRows } from "./figures.js";
import { summaryHeadings, summaryRow } from "./summary.js";

/**
 * A chart's figures, for readers without scripts.
 * @returns {string} a <table>
 */
export function figuresTable(dataset, spec, view) {
  const headings = figureHeadings(dataset, spec, view);
  const rows = figureRows(dataset, spec, view).map(({ texts }) =>
    row(
      {},
      texts.map((text, i) => cell(text, { class: headings[i].number ? "number" : null }, i === 0)),
    ),
  );
  return htmlElement("table", {}, head(headings), body(rows));
}

/**
 * All figures of a cell, with what scripts find their way by (docs/contracts.md).
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} place the cell, as `{rooms: 1, users: 60}`
 * @returns {string} a <thead> and a <tbody>; empty where no technology has the cell
 */
export function summaryTable(dataset, place) {
  const rows = dataset.technologies.flatMap(({ id }) =>
    dataset.cellsOf(id, place).slice(0, 1).map(summary(dataset, id)),
  );
  if (rows.length === 0) return "";
  const numbers = ["Iterations", ...summaryHeadings(dataset)].map((text) => ({ text, number: true }));
  return head([{ text: "Technology" }, ...numbers, { text: "Remarks" }]) + body(rows);
}

function summary(dataset, technology) {
  return (index) => {
    const { name, iterations, figures, remarks } = summaryRow(dataset, index);
    return row({ "data-technology": technology }, [
      cell(name, {}, true),
      cell(iterations, { class: "number", "data-column": "n" }),
      ...figures.map(({ metric, statistic, text }) =>
        cell(text, { class: "number", "data-metric": metric, "data-statistic": statistic }),
      ),
      cell(remarks, { "data-column": "remarks" }),
    ]);
  };
}

function head(headings) {
  const cells = headings.map(({ text, number }) =>
    htmlElement("th", { scope: "col", class: number ? "number" : null }, escaped(text)),
  );
  return htmlElement("thead", {}, row({}, cells));
}

function body(rows) {
  return htmlElement("tbody", {}, ...rows);
}

function row(attributes, cells) {
  return htmlElement("tr", attributes, ...cells);
}

function cell(text, attributes, isHead = false) {
  return isHead
    ? htmlElement("th", { scope: "row", ...attributes }, escaped(text))
    : htmlElement("td", attributes, escaped(text));
}
