// What a chart says at a place: all lines at one x, the lowest figure first; or one bubble. Pure.

import { formatCount, formatInterval, withUnit } from "../format.js";
import { t } from "../language.js";
import { figureWords, placeWords, remarkWords, statisticName } from "../words.js";

/**
 * What a readout says: rows under a heading, and what is told of each once it is pinned.
 * @typedef {{heading: string, rows: {name: string, figure: string, more: string[]}[]}} Readout
 */

/** The one of some values that is nearest to `wanted`; null of none. */
export function nearest(values, wanted) {
  if (values.length === 0) return null;
  return values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));
}

/**
 * What a chart says at one of its places: all lines there, or one bubble.
 * @param {import("./readout-panel.js").Reading} reading
 * @param {number} place
 * @returns {Readout}
 */
export function readoutOf({ dataset, series, words, measures }, place) {
  return series ? lineReadout(dataset, series, place, words) : cellReadout(dataset, place, measures);
}

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object[]} series as a LineScene has it
 * @param {number} x
 * @param {{xLabel: string, unit: string}} words of the axes
 * @returns {Readout} of each line its iterations, then what to know of the cell, its run and its file
 */
function lineReadout(dataset, series, x, { xLabel, unit }) {
  const there = series.flatMap(({ technology, points }) =>
    points.filter((point) => point.x === x && point.cell !== null).map((point) => ({ technology, ...point })),
  );
  there.sort((a, b) => (a.y === null) - (b.y === null) || a.y - b.y);
  return {
    heading: `${xLabel}: ${formatCount(x)}`,
    rows: there.map(({ technology, y, ci95, cell }) => ({
      name: technology.name,
      figure: withUnit(formatInterval(y, ci95), unit),
      more: [
        `n = ${formatCount(dataset.cells.n[cell])}`,
        [remarksOf(dataset, cell), runOf(dataset, cell), ...dataset.filesOf(cell)].filter(Boolean).join(", "),
      ],
    })),
  };
}

/**
 * What there is to say of one cell.
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {number} cell
 * @param {{metric: object, statistic: {id: string, field: string}}[]} measures
 * @returns {Readout}
 */
function cellReadout(dataset, cell, measures) {
  const { cells, comparison } = dataset;
  const counted = comparison.axes.filter(({ id }) => !dataset.dimensions.includes(id));
  const facts = [
    [t`Cell`, placeWords(comparison, dataset.place(cell)).join(", ")],
    ...counted.map(({ id, label }) => [label, formatCount(cells[id][cell])]),
    ...measures.map(({ metric, statistic: { id, field } }) => [
      `${metric.label}, ${statisticName(id)}`,
      figureWords(dataset.figure(cell, field), metric),
    ]),
    [t`Iterations`, cells.n[cell] === 1 ? t`1, no interval` : t`${formatCount(cells.n[cell])}, ± 95 %`],
    [t`Remarks`, remarksOf(dataset, cell)],
    [t`Run`, runOf(dataset, cell)],
    [t`File`, dataset.filesOf(cell).join(", ")],
  ];
  return {
    heading: dataset.technologyOf(cell).name,
    rows: facts.filter(([, figure]) => figure).map(([name, figure]) => ({ name, figure, more: [] })),
  };
}

function remarksOf(dataset, cell) {
  return remarkWords(dataset.caveats(cell)).join("; ");
}

function runOf(dataset, cell) {
  return dataset
    .runsOf(cell)
    .map((run) => run?.name ?? "")
    .join(t` and `);
}

/** A readout as text: its chart, the place, a line a row. */
export function readoutText(title, { heading, rows }) {
  const lines = rows.map(({ name, figure, more }) => [name, figure, ...more].join(", "));
  return [title, heading, ...lines, ""].join("\n");
}
