// Puts runs side by side: of all runs of a comparison those that a view names, each technology of each run as a series
// of its own. Pure: datasets (contract 2) in, the parts of one out.

import { NEWEST } from "../state.js";
import { asOfRun, runsShown } from "./run-list.js";
import { runsOf } from "./runs-of-cell.js";

/** Tell the runs of a technology apart, whose colour and shape are the same. Longer than the dashes of technologies. */
const DASHES = [
  [12, 3, 2, 3],
  [16, 5],
  [12, 3, 2, 3, 2, 3],
];

/** The dash of a run by its place among those wanted; the first has that of its technologies: null. */
export function dashOfRun(place) {
  return place > 0 ? DASHES[(place - 1) % DASHES.length] : null;
}

/**
 * @param {object} own the dataset that the page came with
 * @param {object} all the dataset of all runs
 * @param {string[]} wanted the view's `runs`
 * @returns {{technologies: object[], runs: object[], cells: object}} a technology of a run that is named has the run's name
 *   beside its own, an id of its own, and the technology's as `of`
 */
export function selectRuns(own, all, wanted) {
  if (!wanted.some((id) => id === NEWEST || all.runs.some((run) => run.id === id))) return own;
  const series = seriesOf(all, wanted);
  const order = new Map(series.map(({ key }, i) => [key, i]));
  const keys = all.cells.technology.map((technology, i) => keyOf(technology, all.cells.run[i]));
  const picked = [...keys.keys()]
    .filter((i) => order.has(keys[i]))
    .sort((a, b) => order.get(keys[a]) - order.get(keys[b]) || a - b);
  const pick = (column) => picked.map((i) => column[i]);
  const cells = Object.entries(all.cells).map(([name, column]) => [
    name,
    Array.isArray(column)
      ? pick(column)
      : Object.fromEntries(Object.entries(column).map(([part, figures]) => [part, pick(figures)])),
  ]);
  return {
    technologies: series.map(({ look }) => look),
    runs: all.runs,
    cells: { ...Object.fromEntries(cells), technology: picked.map((i) => order.get(keys[i])) },
  };
}

/** The series in the order of technologies, and of each technology in the order of the runs wanted. */
function seriesOf(all, wanted) {
  const newest = newestOf(all);
  const present = new Set(all.cells.technology.map((technology, i) => keyOf(technology, all.cells.run[i])));
  return all.technologies.flatMap((technology, i) => {
    const taken = new Set();
    return wanted.flatMap((id, place) => {
      const run = id === NEWEST ? newest.get(technology.id) : all.runs.findIndex((one) => one.id === id);
      const key = keyOf(i, run);
      if (!present.has(key) || taken.has(key)) return [];
      taken.add(key);
      return [{ key, look: id === NEWEST ? technology : lookOf(technology, all.runs[run], place) }];
    });
  });
}

/** What a page shows of each technology: the runs that are shown together, or else its newest; as the column `run` has it. */
function newestOf(all) {
  const runs = listed(all);
  const newest = new Map([...runsShown(runs)].map(([id, run]) => [id, runs.indexOf(run)]));
  all.cells.run.forEach((run, cell) => {
    if (Array.isArray(run)) newest.set(all.technologies[all.cells.technology[cell]].id, run);
  });
  return newest;
}

/** The runs as the build lists them, of which a page shows each technology's newest. */
function listed({ technologies, runs, cells }) {
  const ids = runs.map(() => new Set());
  cells.technology.forEach((technology, cell) => {
    for (const run of runsOf(cells.run[cell])) ids[run].add(technologies[technology].id);
  });
  return runs.map((statement, i) => ({ id: statement.id, run: { statement }, technologies: [...ids[i]] }));
}

function lookOf(technology, run, place) {
  return { ...asOfRun(technology, run), dash: dashOfRun(place) ?? technology.dash };
}

function keyOf(technology, run) {
  return `${technology} ${run}`;
}
