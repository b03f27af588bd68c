// The pale band behind lines: where all technologies stand, while some of them are not drawn. Pure.

import { t } from "../language.js";
import { fieldOf, isOfField } from "../results/field.js";
import { isDrawn } from "../state.js";
import { rounded } from "./markup.js";
import { divisorOf, xAxisOf } from "./scope.js";

/** Of fewer technologies in all, who is not drawn is no field. */
const FEWEST = 5;

/** The band's parts from below: their bounds, and how much of the colour of words they have. */
export const BAND = [
  { low: "min", high: "max", opacity: 0.12 },
  { low: "q1", high: "q3", opacity: 0.16 },
];

/** What it is, in words. */
export const bandWords = () => t`Pale band: all technologies, from the lowest to the highest; darker, the middle half.`;

/** @typedef {{x: number, min: ?number, q1: ?number, q3: ?number, max: ?number}} FieldPoint bounds are null where too few have figures */

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3, of kind `line`
 * @param {import("../state.js").View} view
 * @param {string} name the field of the statistic shown
 * @returns {FieldPoint[]} ascending in x; none where all technologies are drawn
 */
export function fieldPoints(dataset, spec, view, name) {
  const counted = dataset.technologies.filter(isOfField);
  const { cell: places, [name]: bounds } = fieldOf(dataset);
  if (!bounds || counted.length < FEWEST || counted.every((one) => isDrawn(one, spec, view))) return [];
  const key = (columnOf) => JSON.stringify(dataset.dimensions.map(columnOf));
  const indexAt = new Map(places[dataset.dimensions[0]].map((_, i) => [key((id) => places[id][i]), i]));
  const cells = dataset.technologies.flatMap(({ id }) => dataset.cellsOf(id, spec.fixed));
  const cellAt = new Map(cells.map((cell) => [dataset.cells[xAxisOf(dataset, spec, view)][cell], cell]));
  const divisor = divisorOf(dataset, name, view);
  return [...cellAt]
    .sort(([a], [b]) => a - b)
    .map(([x, cell]) => {
      const index = indexAt.get(key((id) => dataset.cells[id][cell]));
      const over = divisor(cell);
      const relative = ([part, column]) => [part, over && column[index] !== null ? column[index] / over : null];
      return { x, ...Object.fromEntries(Object.entries(bounds).map(relative)) };
    });
}

/**
 * An area between two bounds.
 * @param {FieldPoint[]} points
 * @param {{low: string, high: string}} part
 * @param {function(number, number): {x: number, y: number}} spot of an x and a value
 * @returns {string} data of a path; where a cell has no bounds, a gap
 */
export function bandPath(points, { low, high }, spot) {
  const runs = [[]];
  for (const point of points) {
    if (point[low] === null) runs.push([]);
    else runs.at(-1).push(point);
  }
  const corners = (run, bound) => run.map((point) => spot(point.x, point[bound]));
  const areas = runs
    .filter((run) => run.length > 1)
    .map((run) => [...corners(run, high), ...corners(run, low).reverse()])
    .map((outline) => `M${outline.map(({ x, y }) => `${rounded(x)} ${rounded(y)}`).join(" ")}Z`);
  return areas.join("");
}
