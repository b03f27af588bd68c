// Line charts by Chart.js: what drawing/line-scene.js says they show, as a configuration. Pure.

import { isInSight, lineScene } from "../drawing/line-scene.js";
import { POINT_ROOM, roomForNames, strokeOf } from "../drawing/lines.js";
import { colorOf } from "../drawing/look.js";
import { FINE_POINT, POINT } from "../drawing/shapes.js";
import { scaleOptions } from "./axes.js";
import { pointShape } from "./look.js";
import { nearest } from "./readout.js";

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3, of kind `line`
 * @param {import("../state.js").View} view
 * @param {object} look as `readLook` gives it
 * @returns {{config: object, reading: object} & import("../drawing/line-scene.js").LineWords} `reading`: what ReadoutPanel follows
 */
export function lineChart(dataset, spec, view, look) {
  const scene = lineScene(dataset, spec, view);
  return { config: lineConfig(scene, look), reading: lineReading(dataset, scene), ...scene.words };
}

/** @param {import("../drawing/line-scene.js").LineScene} scene */
function lineConfig(scene, look) {
  const { series, fine, x, y, field, floors, references, load } = scene;
  const isWhole = series.every(({ points }) => points.every((point) => isInSight(point, x)));
  return {
    type: "line",
    data: { datasets: series.map((one) => lineDataset(one, look, fine)) },
    options: {
      scales: { x: scaleOptions(x, look), y: scaleOptions(y, look) },
      // Points at the plot's edges are whole; of a part of the lines, what is beside it is cut off.
      clip: isWhole ? false : 0,
      layout: { padding: { right: ({ chart }) => roomForNames(scene, chart) } },
      plugins: {
        band: { ink: look.muted, field },
        crosshair: { ink: look.muted },
        marks: { ink: look.text, ground: look.ground, faint: look.muted, font: look.font, floors, references, load },
        names: { ink: look.text, font: look.font },
      },
    },
  };
}

/** @returns {import("./readout-panel.js").Reading} all lines at an x, of those in sight */
export function lineReading(dataset, { series, places, x, heading, metric }) {
  return {
    places,
    title: heading,
    dataset,
    series,
    words: { xLabel: x.title, unit: metric.unit },
    valueAt: (place) => ({ x: place }),
    placeUnder: ({ scales }, at) => nearest(places, scales.x.getValueForPixel(at.x)),
  };
}

/** A line of Chart.js in its technology's look; `fine` among many. */
export function lineDataset({ technology, faint, points }, look, fine) {
  const color = colorOf(technology, look, faint);
  const { pointStyle, rotation } = pointShape(technology.shape);
  // One value for all points, where that does: Chart.js then works their settings out once.
  const isHollow = points.some(({ saturated }) => saturated);
  const fill = isHollow ? points.map(({ saturated }) => (saturated ? look.ground : color)) : color;
  return {
    label: technology.name,
    faint,
    data: points,
    spanGaps: false,
    borderColor: color,
    borderWidth: strokeOf(fine),
    borderDash: technology.dash,
    pointStyle,
    pointRotation: rotation,
    pointRadius: (fine ? FINE_POINT : POINT).radius,
    // Nothing hovers; it is the room that Chart.js leaves around the plot, as pictures do.
    pointHoverRadius: POINT_ROOM,
    pointBorderColor: color,
    pointBorderWidth: strokeOf(fine),
    pointBackgroundColor: fill,
  };
}
