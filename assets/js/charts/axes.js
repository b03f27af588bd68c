// Chart.js' scales of the charts' axes: range and ticks are those of drawing/axis.js, as in every picture of a chart.

import { TICK_FONT, TITLE_FONT } from "../drawing/plot.js";
import { formatTick } from "../format.js";

const TYPES = { linear: "linear", log: "logarithmic" };

/**
 * @param {import("../drawing/axis.js").Axis & {title: string}} axis
 * @param {object} look as `readLook` gives it
 * @returns {object} options of a scale
 */
export function scaleOptions({ title, scale, min, max, ticks }, look) {
  return {
    type: TYPES[scale],
    min,
    max,
    places: ticks,
    afterBuildTicks: setTicks,
    title: { display: true, text: title, color: look.text, font: { family: look.font, size: TITLE_FONT } },
    grid: { color: look.grid },
    border: { color: look.muted },
    ticks: {
      color: look.muted,
      font: { family: look.font, size: TICK_FONT },
      maxRotation: 0,
      autoSkipPadding: 14,
      callback: (value, _index, all) => formatTick(value, all.at(-1).value),
    },
  };
}

function setTicks(scale) {
  scale.ticks = scale.options.places.map((value) => ({ value }));
}
