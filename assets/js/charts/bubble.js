// Bubble charts by Chart.js: what drawing/bubble-scene.js says they show, as a configuration. Pure.

import { bubbleScene } from "../drawing/bubble-scene.js";
import { FILL_OPACITY, rimOf } from "../drawing/bubbles.js";
import { colorOf, translucent } from "../drawing/look.js";
import { scaleOptions } from "./axes.js";

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3, of kind `bubble`
 * @param {import("../state.js").View} view
 * @param {object} look as `readLook` gives it
 * @returns {object} `config`, `reading` (what ReadoutPanel follows) and the words of the scene
 */
export function bubbleChart(dataset, spec, view, look) {
  const scene = bubbleScene(dataset, spec, view);
  return { config: bubbleConfig(scene, look), reading: bubbleReading(dataset, scene), ...scene.words };
}

/** @param {import("../drawing/bubble-scene.js").BubbleScene} scene */
function bubbleConfig({ bubbles, x, y }, look) {
  return {
    type: "bubble",
    data: { datasets: bubbles.map((one) => bubbleDataset(one, look)) },
    options: {
      scales: { x: scaleOptions(x, look), y: scaleOptions(y, look) },
      clip: false,
      plugins: {
        crosshair: { ink: look.muted },
        marks: { ink: look.text, ground: look.ground },
        labels: { ink: look.text, ground: look.ground, font: look.font },
      },
    },
  };
}

function bubbleDataset({ technology, faint, unbeaten, point }, look) {
  const color = colorOf(technology, look, faint);
  return {
    label: technology.name,
    data: [point],
    order: point.r,
    borderColor: color,
    borderWidth: rimOf(unbeaten),
    backgroundColor: point.saturated || faint ? "transparent" : translucent(color, FILL_OPACITY),
    // Nothing hovers: Chart.js leaves no room for it.
    hoverRadius: 0,
  };
}

/** @returns {import("./readout-panel.js").Reading} a bubble a place, along the x axis */
function bubbleReading(dataset, { bubbles, heading, measures }) {
  const points = bubbles.map(({ point }) => point).sort((a, b) => a.x - b.x);
  return {
    places: points.map(({ cell }) => cell),
    title: heading,
    dataset,
    measures,
    valueAt: (cell) => points.find((point) => point.cell === cell),
    placeUnder: ({ scales }, at) => nearestBubble(points, scales, at),
  };
}

/** The cell of the bubble whose rim is nearest; null without bubbles. */
function nearestBubble(points, scales, at) {
  const fromRim = ({ x, y, r }) =>
    Math.hypot(scales.x.getPixelForValue(x) - at.x, scales.y.getPixelForValue(y) - at.y) - r;
  const [nearest] = points.map((point) => ({ cell: point.cell, far: fromRim(point) })).sort((a, b) => a.far - b.far);
  return nearest?.cell ?? null;
}
