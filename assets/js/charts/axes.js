// Axes that the charts share: true numeric scales with units in their titles, linear or logarithmic.

import { formatTick } from "../format.js";

const MANTISSAS = [1, 2, 5];

/**
 * A Chart.js scale.
 * @param {object} axis
 * @param {string} axis.title with its unit
 * @param {"linear"|"log"} axis.scale
 * @param {number} [axis.atLeast] the axis reaches at least this far
 * @param {object} look as `readLook` gives it
 */
export function scaleOptions({ title, scale = "linear", atLeast }, look) {
  const shared = {
    title: { display: true, text: title, color: look.text, font: { family: look.font, size: 13 } },
    grid: { color: look.grid },
    border: { color: look.muted },
  };
  const ticks = { color: look.muted, font: { family: look.font, size: 12 }, maxRotation: 0, autoSkipPadding: 14 };
  if (scale === "log") {
    return { ...shared, type: "logarithmic", suggestedMax: atLeast, ticks: { ...ticks, callback: logTick } };
  }
  return {
    ...shared,
    type: "linear",
    beginAtZero: true,
    suggestedMax: atLeast,
    ticks: { ...ticks, maxTicksLimit: 8, callback: formatTick },
  };
}

/** Labels 1, 2 and 5 of each decade; the others keep their grid line and stay unlabelled. */
function logTick(value) {
  const mantissa = Number(value.toExponential().split("e")[0]);
  return MANTISSAS.includes(mantissa) ? formatTick(value) : "";
}
