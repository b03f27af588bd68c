// Axes that the charts share: true numeric scales with units in their titles, linear or logarithmic.

import { formatTick } from "../format.js";

const MANTISSAS = [1, 2, 5];

/**
 * A Chart.js scale that reaches at least from the smallest to the largest of `values`: from zero if it
 * is linear, between round values if it is logarithmic.
 * @param {object} axis
 * @param {string} axis.title with its unit
 * @param {"linear"|"log"} [axis.scale]
 * @param {number[]} [axis.values]
 * @param {number} [axis.mostTicks] of a linear axis
 * @param {object} look as `readLook` gives it
 */
export function scaleOptions({ title, scale = "linear", values = [], mostTicks = 8 }, look) {
  const shared = {
    title: { display: true, text: title, color: look.text, font: { family: look.font, size: 13 } },
    grid: { color: look.grid },
    border: { color: look.muted },
  };
  const ticks = {
    color: look.muted,
    font: { family: look.font, size: 12 },
    maxRotation: 0,
    autoSkipPadding: 14,
    callback: (value, _index, all) => formatTick(value, all.at(-1).value),
  };
  if (scale === "log") {
    const positive = values.filter((value) => value > 0);
    const range = positive.length > 0 ? roundRange(Math.min(...positive), Math.max(...positive)) : {};
    return { ...shared, ...range, type: "logarithmic", ticks, afterBuildTicks: setRoundTicks };
  }
  return {
    ...shared,
    type: "linear",
    beginAtZero: true,
    suggestedMax: Math.max(0, ...values),
    ticks: { ...ticks, maxTicksLimit: mostTicks },
  };
}

/**
 * What makes an axis logarithmic, with a tick at each of some values and half a step of room beside them.
 * @param {number[]} values ascending
 */
export function measuredTicks(values) {
  const positive = values.filter((value) => value > 0);
  const step = positive.length > 1 ? (positive.at(-1) / positive[0]) ** (1 / (positive.length - 1)) : 2;
  const setTicks = (axis) => {
    axis.ticks = positive.filter((value) => value >= axis.min && value <= axis.max).map((value) => ({ value }));
  };
  return {
    type: "logarithmic",
    min: positive[0] / Math.sqrt(step),
    max: positive.at(-1) * Math.sqrt(step),
    afterBuildTicks: setTicks,
  };
}

/** The narrowest range of 1, 2 or 5 times powers of ten around two positive values, never empty. */
export function roundRange(low, high) {
  const min = roundDown(low);
  const decade = 10 ** Math.floor(Math.log10(high));
  const max = [1, 2, 5, 10].map((mantissa) => mantissa * decade).find((round) => round >= high && round > min);
  return { min, max };
}

/** The largest of 1, 2, 5 times a power of ten that isn't above a positive value. */
export function roundDown(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return MANTISSAS.map((mantissa) => mantissa * decade).findLast((round) => round <= value) ?? decade;
}

/** The round values from `min` to `max`: 1, 2 and 5 of each decade. */
export function roundTicks(min, max) {
  const decades = Array.from(
    { length: 1 + Math.ceil(Math.log10(max / min)) },
    (_, i) => Math.floor(Math.log10(min)) + i,
  );
  const all = decades.flatMap((decade) => MANTISSAS.map((mantissa) => mantissa * 10 ** decade));
  const slack = 1 + 1e-9;
  return all.filter((value) => value * slack >= min && value <= max * slack);
}

function setRoundTicks(axis) {
  axis.ticks = roundTicks(axis.min, axis.max).map((value) => ({ value }));
}
