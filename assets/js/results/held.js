// Which technologies held a load within limits, by measured cells at least as heavy. Nothing is worked out between or beyond cells.

import { ascending } from "d3-array";
import { t } from "../language.js";
import { limitedField } from "./limited.js";

/**
 * @typedef {object} Need what a reader says he has and wants
 * @property {Object<string, number|string>} load by dimension, as `{rooms: 2, users: 30}`
 * @property {Object<string, number>} limits the most of a metric, by its id; of no others
 * @property {string} by id of the metric by which those that held it are sorted, lowest first
 *
 * @typedef {object} Verdict
 * @property {{id: string, name: string}} technology
 * @property {number} cell index of the lightest that held the load; of one that didn't, the lightest looked at
 * @property {{metric: ?object, mean: ?number, words: ?string}[]} failings what kept the cell from holding it, `mean` that of the run with
 *   the highest; none where it did
 */

/**
 * @param {import("./dataset.js").Dataset} dataset
 * @param {Need} need
 * @returns {{places: object[], held: Verdict[], failed: Verdict[], unmeasured: object[]}} `places`: the combinations of dimensions at
 *   least as heavy, lightest first; `unmeasured`: technologies without any of them
 */
export function judge(dataset, need) {
  const size = sizeIn(dataset);
  const places = placesAsHeavy(dataset, need.load);
  const verdicts = dataset.technologies.map((technology) => {
    const cells = places.flatMap((place) => dataset.cellsOf(technology.id, place)).sort((a, b) => size(a) - size(b));
    return verdict(dataset, technology, cells, need.limits);
  });
  const sorted = (some) =>
    [...some].sort((a, b) => ascending(meanOf(dataset, a, need.by), meanOf(dataset, b, need.by)));
  const measured = verdicts.filter(({ cell }) => cell !== undefined);
  return {
    places,
    held: sorted(measured.filter(({ failings }) => failings.length === 0)),
    failed: sorted(measured.filter(({ failings }) => failings.length > 0)),
    unmeasured: verdicts.filter(({ cell }) => cell === undefined).map(({ technology }) => technology),
  };
}

/**
 * The combinations of dimensions at least as heavy as a load, lightest first.
 * @param {import("./dataset.js").Dataset} dataset
 * @param {Object<string, number|string>} load by dimension
 * @returns {object[]}
 */
export function placesAsHeavy(dataset, load) {
  const said = dataset.comparison.dimensions.filter(({ id }) => id in load);
  const isEnough = (place) => said.every((dimension) => isAsHeavy(dimension, place[dimension.id], load[dimension.id]));
  return lightestFirst(dataset, dataset.combinations().filter(isEnough), sizeIn(dataset));
}

/** No less, or the same word. */
function isAsHeavy({ words }, value, load) {
  return words ? value === load : value >= load;
}

/** How heavy a cell is: where it lies on the comparison's first axis. */
function sizeIn({ comparison, cells }) {
  const column = cells[comparison.axes[0].id];
  return (cell) => column[cell];
}

function lightestFirst(dataset, places, size) {
  const heaviness = (place) => {
    const [cell] = dataset.technologies.flatMap(({ id }) => dataset.cellsOf(id, place));
    return size(cell);
  };
  return [...places].sort((a, b) => heaviness(a) - heaviness(b));
}

function verdict(dataset, technology, cells, limits) {
  const judged = cells.map((cell) => ({ technology, cell, failings: failingsOf(dataset, cell, limits) }));
  return judged.find(({ failings }) => failings.length === 0) ?? judged[0] ?? { technology, failings: [] };
}

function failingsOf(dataset, cell, limits) {
  const { unfinished, lost, failure } = dataset.caveats(cell);
  const ended = unfinished > 0 && (failure ?? t`an iteration did not finish`);
  const broken = [ended, lost > 0 && t`messages were lost`].filter(Boolean);
  const above = Object.entries(limits).flatMap(([id, most]) => {
    const metric = dataset.metrics.get(id);
    const mean = dataset.highest(cell, limitedField(metric));
    return mean !== null && mean <= most ? [] : [{ metric, mean, words: null }];
  });
  return [...broken.map((words) => ({ metric: null, mean: null, words })), ...above];
}

function meanOf(dataset, { cell }, id) {
  return dataset.figure(cell, limitedField(dataset.metrics.get(id))).mean ?? Number.POSITIVE_INFINITY;
}
