// Names where lines end, right of the plot area, in a chart that has the room. Pure; all lengths are pixels.
// docs/decisions/names-at-line-ends.md

import { isInSight } from "./line-scene.js";
import { rounded } from "./markup.js";
import { textWidth } from "./text.js";

export const NAME_FONT = 12;
const LINE_HEIGHT = 15;
/** From the plot area to a name. */
export const NAME_LEFT = 23;
/** From a line's last point to where its leader begins, and from the plot area to where it turns and ends. */
const LEADER = { start: 7, turn: 7, end: 20 };
/** Lest a leader be taken for its line. */
export const LEADER_OPACITY = 0.65;
/** A narrower chart, or one of which names would take more than this share of its width, has none. */
export const LEAST_WIDTH = 560;
const MOST_SHARE = 0.3;

/**
 * The room that names take beside a plot area.
 * @param {string[]} names
 * @param {number} width of the whole chart
 * @param {number} height of its plot area
 * @returns {number} 0 where they don't fit
 */
export function namesRoom(names, width, height) {
  const room = NAME_LEFT + Math.max(0, ...names.map((name) => textWidth(name, NAME_FONT, { bold: true })));
  const fits = width >= LEAST_WIDTH && room <= MOST_SHARE * width && names.length * LINE_HEIGHT <= height;
  return fits && names.length > 0 ? room : 0;
}

/** The names of the lines that have points. */
export function namesOf(series) {
  return series.filter(({ points }) => points.some(({ y }) => y !== null)).map(({ technology }) => technology.name);
}

/** The last point of a line that is in sight; undefined of none. */
export function endOf(points, xAxis) {
  return points.findLast((point) => point.y !== null && isInSight(point, xAxis));
}

/**
 * From the last point of a line to its name, right of the plot area's right edge.
 * @param {number} x of the point, from that edge
 * @param {number} y of the point
 * @param {number} middle of the name
 * @returns {string} data of a path
 */
export function leaderPath(x, y, middle) {
  const { start, turn, end } = LEADER;
  return `M${rounded(x + start)} ${rounded(y)}H${turn}L${end} ${rounded(middle)}`;
}

/**
 * The middles of names, each as near to its line's end as the others let it be: in the ends' order, a line's height apart, within the
 * plot area, and with the least sum of squared distances from the ends.
 * @param {number[]} ends from above, in any order
 * @param {number} height of the plot area, enough for all names
 * @returns {number[]} in the order of `ends`
 */
export function placeNames(ends, height) {
  const order = [...ends.keys()].sort((a, b) => ends[a] - ends[b]);
  // Less the distances that they have to keep, names only have to keep their order.
  const nearest = nearestAscending(order.map((i, place) => ends[i] - place * LINE_HEIGHT));
  const [first, last] = [LINE_HEIGHT / 2, height - (ends.length - 0.5) * LINE_HEIGHT];
  const middles = [];
  order.forEach((i, place) => {
    middles[i] = Math.min(Math.max(nearest[place], first), last) + place * LINE_HEIGHT;
  });
  return middles;
}

/** Isotonic regression by pooling adjacent violators: the ascending values with the least sum of squared distances from these. */
function nearestAscending(values) {
  const pools = [];
  for (const value of values) {
    let pool = { sum: value, size: 1 };
    while (pools.length > 0 && meanOf(pools.at(-1)) > meanOf(pool)) {
      const before = pools.pop();
      pool = { sum: before.sum + pool.sum, size: before.size + pool.size };
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => Array(pool.size).fill(meanOf(pool)));
}

function meanOf({ sum, size }) {
  return sum / size;
}
