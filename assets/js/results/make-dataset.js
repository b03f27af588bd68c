// Contract 2, as schema/dataset.json describes it: what a page needs of one comparison, as columns with one entry a cell.

import { group } from "d3-array";
import { bestFirst } from "./best.js";
import { metricFields, metricsOf } from "./comparison.js";
import { readDataset } from "./dataset.js";
import { inOrder } from "./dimensions.js";
import { errorsOf, failureOf, unfinishedIn } from "./failure.js";
import { areAlike, distinct, spareLook } from "./looks.js";
import { SUMS } from "./merge.js";
import { openingCell } from "./opening-cell.js";
import { figureOf, highestOf, repeatedCell } from "./repeated-cell.js";
import { roundedColumns, roundedDeep } from "./rounding.js";
import { variantOf } from "./run-list.js";
import { scaledColumns } from "./scaled.js";

/** Technologies that a page shows at first. */
export const MOST_SHOWN = 8;

/**
 * Cells of one technology, or of one variant of it: of one run, or of several together, newest first. With an `id`, they are those of the
 * technology of that id.
 * @typedef {{technology: string, variant: ?string, runs: import("./run-list.js").ListedRun[], id: ?string}} Series
 */

/**
 * @param {object} comparison
 * @param {import("./comparison.js").Registry} registry
 * @param {object[]} technologies with cells, in order, as `technologiesOf` gives them
 * @param {import("./run-list.js").ListedRun[]} runs newest first
 * @param {Series[]} series whose cells are wanted
 * @returns {object} contract 2, its figures rounded as pages carry them
 */
export function makeDataset(comparison, registry, technologies, runs, series) {
  const wanted = new Set(series.flatMap((one) => one.runs));
  const chosen = runs.filter((run) => wanted.has(run));
  const { id, title, dimensions, axes } = comparison;
  const data = {
    comparison: { id, title, dimensions, axes },
    metrics: metricsOf(comparison, registry),
    technologies,
    runs: chosen.map(describedRun),
  };
  const cells = cellsOf(dimensions, technologies, chosen, series);
  const columns = {
    technology: cells.map(({ technology }) => technology),
    run: cells.map(({ run }) => run),
    file: cells.map(({ cell }) => cell.file),
    ...roundedColumns(
      cellColumns(
        cells.map(({ cell }) => cell),
        comparison,
        metricFields(comparison, registry),
      ),
    ),
  };
  const statements = chosen.map(({ run }) => run.statement);
  const whole = { ...data, cells: { ...columns, ...scaledColumns(data, columns) } };
  const shown = shownAtFirst(whole, comparison, registry, statements);
  const made = { ...whole, shown, ...lookingApart(technologies, shown, registry) };
  return { ...made, opening_cell: openingCell(made, statements) };
}

/** Those shown at first have looks of their own from the start; the palette comes along where others may need another look, too. */
function lookingApart(technologies, shown, { palette }) {
  if (!areAlike(technologies)) return { technologies };
  const own = distinct(
    technologies.filter(({ id }) => shown.includes(id)),
    palette,
  );
  const apart = new Map(own.map((one) => [one.id, one]));
  return { technologies: technologies.map((one) => apart.get(one.id) ?? one), palette };
}

/**
 * The wanted cells in the order of technology, dimensions and (newest) run, each with the indexes of its technology and its run or, of
 * several together, its runs.
 */
function cellsOf(dimensions, technologies, runs, series) {
  const order = new Map(technologies.map(({ id }, i) => [id, i]));
  const numbers = new Map(runs.map((listed, i) => [listed, i]));
  const entries = new Map(runs.map((one) => [one, group(one.run.cells, ([, { technology }]) => technology)]));
  const found = series.flatMap(({ technology, variant, runs: [newest, ...older], id = technology }) => {
    const isOf = (cell) => variant === undefined || variantOf(technology, cell.dimensions) === variant;
    const first = numbers.get(newest);
    const run = older.length > 0 ? [first, ...older.map((one) => numbers.get(one))] : first;
    return entries
      .get(newest)
      .get(technology)
      .filter(([, cell]) => isOf(cell))
      .map(([key, cell]) => {
        const cells = [cell, ...older.map((one) => one.run.cells.get(key))];
        return { technology: order.get(id), first, run, cell: repeatedCell(cells) };
      });
  });
  return found.sort(
    (a, b) =>
      a.technology - b.technology || inOrder(dimensions, a.cell.dimensions, b.cell.dimensions) || a.first - b.first,
  );
}

/**
 * Cells as columns, but for what names their technologies, runs and files.
 * @param {import("./merge.js").Cell[]} cells
 * @param {object} comparison
 * @param {Map<string, ?object>} fields of metrics, as `metricFields` gives them
 */
export function cellColumns(cells, { dimensions, axes }, fields) {
  const ids = dimensions.map(({ id }) => id);
  const products = axes.filter(({ id }) => !ids.includes(id));
  return {
    ...Object.fromEntries(ids.map((id, i) => [id, cells.map((cell) => cell.dimensions[i])])),
    ...Object.fromEntries(products.map((axis) => [axis.id, cells.map((cell) => product(axis, cell, ids))])),
    n: cells.map(({ iterations }) => iterations.length),
    unfinished_iterations: cells.map(unfinishedIn),
    saturated_iterations: cells.map(({ saturated }) => saturated),
    ...Object.fromEntries(SUMS.map((field) => [field, cells.map(({ sums }) => sums[field])])),
    ...wordsColumn("failure", cells.map(failureOf)),
    ...wordsColumn("errors", cells.map(errorsOf)),
    ...Object.fromEntries([...fields.keys()].flatMap((field) => figureColumn(cells, field))),
  };
}

function product({ product: factors }, { dimensions, load }, ids) {
  const factor = (field) => (ids.includes(field) ? dimensions[ids.indexOf(field)] : load[field]);
  return factors.reduce((value, field) => value * factor(field), 1);
}

/** None where no cell has a word. */
function wordsColumn(name, words) {
  return words.some(Boolean) ? { [name]: words } : {};
}

/** None where no cell has the field. The highest of the runs' means is a part of its own where any cell is of several runs. */
function figureColumn(cells, field) {
  const figures = cells.map((cell) => figureOf(cell, field));
  if (figures.every(({ mean }) => mean === null)) return [];
  const column = { mean: figures.map(({ mean }) => mean), ci95: figures.map(({ ci95 }) => ci95) };
  const isRepeated = cells.some(({ repeats }) => repeats);
  return [[field, isRepeated ? { ...column, highest: cells.map((cell) => highestOf(cell, field)) } : column]];
}

/** What a page says of a run; one of bare rows states nothing but its files. */
export function describedRun({ run, id, name }) {
  const { statement } = run;
  const { name: client, version, commit = null } = statement?.client ?? {};
  return roundedDeep({
    id,
    name,
    files: [...run.files].sort(),
    started_at: statement?.started_at ?? null,
    client: statement ? { name: client, version } : null,
    commit,
    command: run.commands.length > 0 ? run.commands.join("\n") : null,
    machine: statement?.machine ?? null,
    source: statement?.source ?? null,
    noise_floor: statement?.noise_floor ?? null,
  });
}

/**
 * The registry's technologies of these ids in its order, then others by id with a spare look.
 * @param {Iterable<string>} ids
 * @param {import("./comparison.js").Registry} registry
 */
export function technologiesOf(ids, { technologies, palette }) {
  const wanted = new Set(ids);
  const known = technologies.filter(({ id }) => wanted.has(id));
  for (const { id } of known) wanted.delete(id);
  return [...known, ...[...wanted].sort().map((id, i) => ({ id, name: id, family: id, ...spareLook(i, palette) }))];
}

/**
 * As many as an eye follows: the comparison's own choice, then the best of those that the registry does not know, as their files were
 * put there to be seen. The best of all where there is no choice, or none of the chosen.
 * @param {object} data contract 2, but for this
 * @param {object} comparison
 * @param {?object[]} statements of its runs
 */
function shownAtFirst(data, { shown: chosen = [], scoreboard }, { technologies: known }, statements) {
  const ids = data.technologies.map(({ id }) => id);
  const own = ids.filter((id) => chosen.includes(id));
  if (ids.length <= (own.length > 0 ? chosen.length : MOST_SHOWN)) return ids;
  const others = ids.filter((id) => own.length === 0 || !known.some((one) => one.id === id));
  const room = Math.max(0, MOST_SHOWN - own.length);
  const best =
    others.length > room
      ? bestFirst(readDataset(data), scoreboard, statements).filter((id) => others.includes(id))
      : others;
  const shown = [...own, ...best.slice(0, room)];
  return ids.filter((id) => shown.includes(id));
}
