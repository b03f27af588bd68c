// Fills the columns of a scoreboard that are of measured cells, as the build does: for a reader's own load, and with the technologies of
// dropped files.

import { formatCount, formatFigure, formatInterval } from "../format.js";
import { t } from "../language.js";
import { carried } from "../results/carried.js";
import { placeWords } from "../words.js";
import { placeIn } from "./place.js";
import { REFIGURED } from "./scoreboard.js";

/** What a cell whose load failed is sorted by: it comes last. */
const FAILED = "failed";

/** Of the scale, some two pixels. An interval that is shorter isn't drawn. */
const SEEN = 0.01;

/**
 * What a cell of the table shows.
 * @typedef {object} Figure
 * @property {?number} value its place on the scale; null where nothing is known
 * @property {string} text
 * @property {?number} order what it is sorted by; null where the load failed
 * @property {?number} ci95 half-width of the confidence interval; null for none
 * @property {?string} [failure] why the load failed
 * @property {boolean} [isBuilt] whether text and order stay as the build wrote them
 */

/**
 * Nothing changes as long as the page lacks the cells of any of its rows.
 * @param {HTMLTableElement} table `table[data-scoreboard]` as docs/contracts.md describes it; `data-place` names the load that is wanted, as
 *   `rooms=2&users=30`, where it isn't each column's own
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 */
export function refigure(table, dataset) {
  const rows = [...table.tBodies[0].rows];
  if (rows.some((row) => dataset.cellsOf(row.dataset.technology, {}).length === 0)) return;
  const failures = new Map(rows.map((row) => [row, new Set()]));
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    const of = header.querySelector("[data-cell]");
    if (!of) return;
    const figureOf = of.dataset.limit ? capacityOf(dataset, of) : measuredOf(dataset, of, table.dataset.place);
    const figures = rows.map((row) => searchedIn(row.cells[column]) ?? figureOf(row.dataset.technology));
    fillColumn(
      rows.map((row) => row.cells[column]),
      figures,
    );
    for (const [i, { failure }] of figures.entries()) if (failure) failures.get(rows[i]).add(failure);
  });
  for (const [row, words] of failures) tellFailures(row.cells[0], [...words]);
  table.dispatchEvent(new Event(REFIGURED));
}

/** @returns {function(string): Figure} the figure of a technology at the wanted load, which the head names from now on */
function measuredOf(dataset, of, wanted = of.dataset.cell) {
  const place = placeIn(dataset.comparison.dimensions, wanted);
  const field = fieldOf(dataset, of);
  of.textContent = placeWords(dataset.comparison, place).join(", ");
  return (technology) => {
    const [cell] = dataset.cellsOf(technology, place);
    const { mean, ci95 } = dataset.figure(cell, field);
    const failure = dataset.failure(cell);
    return { value: mean ?? null, text: formatFigure(mean ?? null), order: failure ? null : mean, ci95, failure };
  };
}

/** @returns {function(string): Figure} the load that a technology carries; who may carry more is sorted above who carries just as much */
function capacityOf(dataset, of) {
  const place = placeIn(dataset.comparison.dimensions, of.dataset.cell);
  const criterion = { field: fieldOf(dataset, of), limit: Number(of.dataset.limit) };
  return (technology) => {
    const { most, least, open } = carried(dataset, technology, place, criterion) ?? { most: null, open: true };
    if (most === null && open) return { value: null, text: formatFigure(null) };
    if (most === null) return { value: 0, text: `< ${formatCount(least)}`, order: 0, ci95: null };
    return { value: most, text: `${open ? "≥ " : ""}${formatCount(most)}`, order: most + (open ? 0.5 : 0), ci95: null };
  };
}

/** What another comparison's search found stays as it was built, but for its place among others. */
function searchedIn({ dataset: { searched } }) {
  if (!searched) return null;
  const [value, ci95 = null] = searched.split(" ").map(Number);
  return { value, ci95, isBuilt: true };
}

function fieldOf(dataset, { dataset: { figure } }) {
  const [metric, statistic] = figure.split("-");
  return dataset.statistic(metric, statistic).field;
}

function fillColumn(cells, figures) {
  const known = figures.filter(({ value }) => value !== null);
  const share = scale(known, cells[0].classList.contains("dot"));
  cells.forEach((cell, row) => {
    fill(cell, figures[row], share);
  });
}

/**
 * Where a value stands on the scale that a column's figures share, 0 to 1: of bars from zero, of dots from the smallest in logarithms,
 * each to the end of the longest interval.
 * @param {{value: number, ci95: ?number}[]} figures
 */
export function scale(figures, isLogarithmic) {
  const logarithmic = isLogarithmic && figures.every(({ value }) => value > 0);
  const turn = logarithmic ? Math.log : (value) => value;
  const first = logarithmic ? turn(Math.min(...figures.map(({ value }) => value))) : 0;
  const length = turn(Math.max(...figures.map(({ value, ci95 }) => value + ci95))) - first;
  return (value) => (length > 0 && value > 0 ? Math.min(1, Math.max(0, (turn(value) - first) / length)) : 0);
}

function fill(cell, figure, share) {
  if (!figure.isBuilt) write(cell, figure);
  cell.removeAttribute("style");
  if (figure.value !== null) place(cell, figure, share);
}

function write(cell, { value, text, order, ci95 }) {
  cell.textContent = text;
  delete cell.dataset.value;
  if (value === null) return;
  cell.dataset.value = order ?? FAILED;
  if (ci95 === null) return;
  const interval = document.createElement("span");
  interval.className = "visually-hidden";
  interval.textContent = formatInterval(value, ci95).slice(text.length);
  cell.append(interval);
}

/** Below a technology's name, why the loads failed that its figures are of. */
function tellFailures(head, words) {
  head.querySelector(".failed")?.remove();
  if (words.length === 0) return;
  const told = document.createElement("small");
  told.className = "failed";
  told.textContent = t`Failed: ${words.join("; ")}`;
  head.append(told);
}

/** Its mark, and its interval where that can be seen. */
function place(cell, { value, ci95 }, share) {
  cell.style.setProperty("--share", share(value));
  if (ci95 === null) return;
  // To three decimals, as the build writes them: what lies just at the limit is seen in both, or in neither.
  const [low, high] = [value - ci95, value + ci95].map((end) => Math.round(share(end) * 1000) / 1000);
  if (high - low < SEEN) return;
  cell.style.setProperty("--low", low);
  cell.style.setProperty("--high", high);
}
