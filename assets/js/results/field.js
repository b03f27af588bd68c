// Where all technologies stand, for the few that are shown to be seen among them: of each cell and figure the extremes and the
// middle half of all means.

import { ascending, quantileSorted } from "d3-array";
import { isYours } from "../state.js";

/** Of fewer technologies a middle half says nothing. */
const FEWEST = 3;

const BOUNDS = { min: 0, q1: 0.25, q3: 0.75, max: 1 };

const made = new WeakMap();

/**
 * @typedef {object} Field columns with one entry a place, like those of contract 2's cells
 * @property {Object<string, (number|string)[]>} cell by dimension
 *
 * Besides, by field of a metric: `{min, q1, q3, max}`, each a column of `?number`, null where fewer than three technologies have a figure.
 */

/**
 * The field of a dataset: the one that it carries, or that of its cells.
 * @param {import("./dataset.js").Dataset} dataset
 * @returns {Field} quartiles by linear interpolation, as d3-array's `quantile` has them
 */
export function fieldOf(dataset) {
  const { own, cells } = dataset;
  if (own.field) return own.field;
  if (!made.has(cells)) made.set(cells, madeOf(dataset));
  return made.get(cells);
}

/** Whether a technology counts: not what servers build on, nor what a study measured elsewhere, nor a reader's own. */
export function isOfField({ id, ceiling, published }) {
  return !ceiling && !published && !isYours(id);
}

function madeOf(dataset) {
  const places = dataset.combinations();
  const indexOf = new Map(places.map((place, i) => [JSON.stringify(place), i]));
  const members = places.map(() => []);
  for (let cell = 0; cell < dataset.size; cell++) {
    if (isOfField(dataset.technologyOf(cell))) members[indexOf.get(JSON.stringify(dataset.place(cell)))].push(cell);
  }
  const figures = Object.entries(dataset.cells).filter(([, column]) => column.mean);
  return {
    cell: Object.fromEntries(dataset.dimensions.map((id) => [id, places.map((place) => place[id])])),
    ...Object.fromEntries(figures.map(([name, { mean }]) => [name, boundsOf(members, mean)])),
  };
}

function boundsOf(members, mean) {
  const sorted = members.map((cells) => {
    const means = cells.map((cell) => mean[cell]).filter((one) => one !== null);
    return means.sort(ascending);
  });
  const bounds = Object.entries(BOUNDS).map(([name, share]) => [
    name,
    sorted.map((means) => (means.length < FEWEST ? null : quantileSorted(means, share))),
  ]);
  return Object.fromEntries(bounds);
}
