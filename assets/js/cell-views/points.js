// The points of a line that has a value a second. Pure.

/** A line of more is thinned: to two for each of 600 stretches, a pixel or two wide. */
const MOST_POINTS = 1200;

const kept = new WeakMap();

/**
 * Of a long line only the lowest and the highest value of each stretch, in their order, so that no peak is lost. Chart.js could do
 * the same (its Decimation), but of points that are objects each: docs/decisions/long-courses.md.
 *
 * @param {(number | null)[]} values by second; the same array is looked through once
 * @returns {{x: number, y: number | null}[]} x in seconds, from 1
 */
export function pointsOf(values) {
  if (!kept.has(values)) kept.set(values, values.length > MOST_POINTS ? thinned(values) : values.map(point));
  return kept.get(values);
}

function point(y, index) {
  return { x: index + 1, y };
}

/** The first and the last value are kept too: a line begins and ends where it was measured, as all others do. */
function thinned(values) {
  const stretches = MOST_POINTS / 2;
  const indices = new Set([0]);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * values.length) / stretches);
    const to = Math.floor(((stretch + 1) * values.length) / stretches);
    for (const index of extremes(values, from, to)) indices.add(index);
  }
  indices.add(values.length - 1);
  return [...indices].map((index) => point(values[index], index));
}

/** The places of the lowest and the highest value; one place where they are the same, or where there is no value at all. */
function extremes(values, from, to) {
  let lowest = -1;
  let highest = -1;
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (value === null) continue;
    if (lowest < 0 || value < values[lowest]) lowest = index;
    if (highest < 0 || value > values[highest]) highest = index;
  }
  if (lowest < 0) return [from];
  if (lowest === highest) return [lowest];
  return lowest < highest ? [lowest, highest] : [highest, lowest];
}
