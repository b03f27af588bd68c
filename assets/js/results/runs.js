// Puts runs side by side: of all runs of a comparison those that a view names, each technology of each run as a series
// of its own. Pure: datasets (contract 2) in, the parts of one out.

import { NEWEST } from "../state.js";
import { asOfRun, runsShown, technologyOf, variantOf } from "./run-list.js";
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
  const picked = series.flatMap(({ cells }) => cells);
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
    cells: { ...Object.fromEntries(cells), technology: series.flatMap(({ cells: own }, i) => own.map(() => i)) },
  };
}

/** The series in the order of technologies, and of each technology in the order of the runs wanted, each with the places of its cells. */
function seriesOf(all, wanted) {
  const { run: runs, technology: of } = all.cells;
  const variants = variantsOf(all);
  const newest = newestOf(all, variants);
  return all.technologies.flatMap((technology, i) => {
    const own = [...of.keys()].filter((cell) => of[cell] === i);
    const taken = new Set();
    return wanted.flatMap((id, place) => {
      const index = all.runs.findIndex((run) => run.id === id);
      const isWanted = (cell) =>
        id === NEWEST ? String(runs[cell]) === String(newest.get(variants[cell])) : runs[cell] === index;
      const cells = own.filter((cell) => !taken.has(cell) && isWanted(cell));
      if (cells.length === 0) return [];
      for (const cell of cells) taken.add(cell);
      return [{ cells, look: id === NEWEST ? technology : lookOf(technology, all.runs[index], place) }];
    });
  });
}

/** Of each cell, which variant of its technology it is of. */
function variantsOf({ comparison, technologies, cells }) {
  return cells.technology.map((technology, cell) =>
    variantOf(
      technologies[technology].id,
      comparison.dimensions.map(({ id }) => cells[id][cell]),
    ),
  );
}

/** What a page shows of each variant: the runs that are shown together, or else its newest; as the column `run` has it. */
function newestOf(all, variants) {
  const runs = listed(all, variants);
  const newest = new Map([...runsShown(runs)].map(([variant, run]) => [variant, runs.indexOf(run)]));
  all.cells.run.forEach((run, cell) => {
    if (Array.isArray(run)) newest.set(variants[cell], run);
  });
  return newest;
}

/** The runs as the build lists them, of which a page shows each variant's newest. */
function listed({ runs, cells }, variants) {
  const ids = runs.map(() => new Set());
  variants.forEach((variant, cell) => {
    for (const run of runsOf(cells.run[cell])) ids[run].add(variant);
  });
  return runs.map((statement, i) => ({
    run: { statement },
    technologies: [...new Set([...ids[i]].map(technologyOf))],
    variants: [...ids[i]],
  }));
}

function lookOf(technology, run, place) {
  return { ...asOfRun(technology, run), dash: dashOfRun(place) ?? technology.dash };
}
