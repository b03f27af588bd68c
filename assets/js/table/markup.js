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
 * All figures of a cell; rows name their technologies for scripts (docs/contracts.md).
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} place the cell, as `{rooms: 1, users: 60}`
 * @param {string[]} [ids] of the technologies that have a row; all unless given
 * @returns {string} a <thead> and a <tbody>; empty where no technology has the cell
 */
export function summaryTable(dataset, place, ids = dataset.technologies.map(({ id }) => id)) {
  const listed = dataset.technologies.filter(({ id }) => ids.includes(id));
  const rows = listed.flatMap(({ id }) => dataset.cellsOf(id, place).slice(0, 1).map(summary(dataset, id)));
  if (rows.length === 0) return "";
  const headings = summaryHeadings(dataset);
  return head(headings.map((text, i) => ({ text, number: isNumber(i, headings) }))) + body(rows);
}

function summary(dataset, technology) {
  return (index) => {
    const texts = summaryRow(dataset, index);
    const cells = texts.map((text, i) => cell(text, { class: isNumber(i, texts) ? "number" : null }, i === 0));
    return row({ "data-technology": technology }, cells);
  };
}

/** All columns but the first and the last, of names and remarks. */
function isNumber(column, all) {
  return column > 0 && column < all.length - 1;
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
