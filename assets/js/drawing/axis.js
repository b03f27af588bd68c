// The axes of charts: from where to where they go, where their ticks are, and where values lie on them. Pure.

const MANTISSAS = [1, 2, 5];

/** The range of a logarithmic axis that has nothing to show. */
const EMPTY = [1, 10];

/** As many labels as a logarithmic axis has room for in a box of the page. */
const MOST_LABELS = 9;

/**
 * @typedef {object} Axis
 * @property {"linear"|"log"} scale
 * @property {number} min
 * @property {number} max
 * @property {number[]} ticks ascending
 * @property {number} mostLabels of a picture; the grid goes with them
 * @property {function(number): number} at where a value lies: 0 at the axis' beginning, 1 at its end
 */

/**
 * @param {"linear"|"log"} scale
 * @param {number[]} values what the axis has to hold, none below zero
 * @param {{most: number=, grace: number=}} [linear] what `linearAxis` takes besides
 * @returns {Axis}
 */
export function axisOf(scale, values, linear) {
  return scale === "log" ? logAxis(values) : linearAxis(values, linear);
}

/**
 * From zero to a round value.
 * @param {number[]} values
 * @param {object} [room]
 * @param {number} [room.most] of its ticks
 * @param {number} [room.grace] by which share of half its range it reaches beyond the values
 */
export function linearAxis(values, { most = 8, grace = 0 } = {}) {
  const highest = greatest(values) || 1;
  const ticks = evenTicks(highest * (1 + grace / 2), most - 1);
  return linear(0, ticks.at(-1), ticks);
}

/** Between the nearest round values; whatever isn't above zero lies at its beginning. */
export function logAxis(values) {
  const positive = values.filter((value) => value > 0);
  const [min, max] = positive.length > 0 ? roundRange(least(positive), greatest(positive)) : EMPTY;
  return { ...logarithmic(min, max, roundTicks(min, max)), mostLabels: MOST_LABELS };
}

/** Logarithmic, with a tick at each of the values measured and half a step of room beside them. */
export function measuredAxis(values) {
  const positive = [...new Set(values.filter((value) => value > 0))].sort((a, b) => a - b);
  const ticks = positive.length > 0 ? positive : EMPTY;
  const [first, last] = [ticks[0], ticks.at(-1)];
  const room = Math.sqrt(ticks.length > 1 ? (last / first) ** (1 / (ticks.length - 1)) : 2);
  return logarithmic(first / room, last * room, ticks);
}

/** A part of an axis, with at most so many ticks besides its ends if it is linear. */
export function zoomed({ scale, ticks }, [min, max], most) {
  if (scale === "log")
    return logarithmic(
      min,
      max,
      ticks.filter((tick) => tick >= min && tick <= max),
    );
  const step = roundUp((max - min) / (most - 1));
  const first = Math.ceil(min / step);
  const all = Array.from({ length: most + 1 }, (_, i) => multiple(first + i, step));
  // A label needs room beside those of the ends, which are always there.
  const between = all.filter((tick) => tick - min > step / 2 && max - tick > step / 2);
  return linear(min, max, [min, ...between, max]);
}

/** The ticks of an axis that a picture labels: each, or each so many. */
export function labelledTicks({ ticks, mostLabels }) {
  const every = Math.ceil(ticks.length / mostLabels);
  return ticks.filter((_, i) => i % every === 0);
}

/** The largest of 1, 2, 5 times a power of ten that isn't above a positive value. */
export function roundDown(value) {
  const exponent = exponentOf(value);
  return (
    MANTISSAS.map((mantissa) => power(mantissa, exponent)).findLast((round) => round <= value) ?? power(1, exponent)
  );
}

/** The narrowest range of 1, 2 or 5 times powers of ten around two positive values, never empty. */
export function roundRange(low, high) {
  const min = roundDown(low);
  const exponent = exponentOf(high);
  const max = [...MANTISSAS, 10]
    .map((mantissa) => power(mantissa, exponent))
    .find((round) => round >= high && round > min);
  return [min, max];
}

function linear(min, max, ticks) {
  return { scale: "linear", min, max, ticks, mostLabels: ticks.length, at: (value) => (value - min) / (max - min) };
}

function logarithmic(min, max, ticks) {
  const at = (value) => (value > 0 ? Math.log10(value / min) / Math.log10(max / min) : 0);
  return { scale: "log", min, max, ticks, mostLabels: Math.max(1, ticks.length), at };
}

/** The multiples of the smallest round step of which no more than so many are needed. */
function evenTicks(highest, steps) {
  let step = roundUp(highest / steps);
  const needed = Math.ceil(highest / step);
  if (needed > steps) step = roundUp((needed * step) / steps);
  return Array.from({ length: 1 + Math.ceil(highest / step) }, (_, i) => multiple(i, step));
}

/**
 * The smallest of 1, 2, 5, 10 times a power of ten that isn't below a positive value. One that is whole but for its last digits
 * counts as whole.
 */
function roundUp(value) {
  const whole = Math.round(value);
  const counted = Math.abs(value - whole) < value / 1000 ? whole : value;
  const exponent = exponentOf(counted);
  const mantissa = [...MANTISSAS, 10].find((one) => counted / power(1, exponent) <= one);
  return power(mantissa, exponent);
}

/** So many times a round step, to the digits of the step. */
function multiple(times, step) {
  return Number((times * step).toFixed(Math.max(0, -exponentOf(step))));
}

/** 1, 2 and 5 of each decade from `min` to `max`; of more than there is room for, the powers of ten. */
function roundTicks(min, max) {
  const [first, last] = [min, max].map(exponentOf);
  const exponents = Array.from({ length: 1 + last - first }, (_, i) => first + i);
  const all = exponents.flatMap((exponent) => MANTISSAS.map((mantissa) => power(mantissa, exponent)));
  const ticks = all.filter((value) => value >= min && value <= max);
  return ticks.length > MOST_LABELS ? ticks.filter((tick) => tick === power(1, exponentOf(tick))) : ticks;
}

function exponentOf(value) {
  return Math.floor(Math.log10(value));
}

/** As it is written, where a product would have more digits. */
function power(mantissa, exponent) {
  return Number(`${mantissa}e${exponent}`);
}

/** Not by spreading: a course may have more values than a call takes arguments. */
function greatest(values) {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function least(values) {
  return values.reduce((most, value) => Math.min(most, value));
}
