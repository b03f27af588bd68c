// What a chart shows, whichever its kind.

import { bubbleScene } from "./bubble-scene.js";
import { lineScene } from "./line-scene.js";

const SCENES = { line: lineScene, bubble: bubbleScene };

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3
 * @param {import("../state.js").View} view
 * @returns {import("./line-scene.js").LineScene|import("./bubble-scene.js").BubbleScene}
 */
export function sceneOf(dataset, spec, view) {
  return SCENES[spec.kind](dataset, spec, view);
}

/** All points of a scene. */
export function pointsOf(scene) {
  return scene.kind === "bubble"
    ? scene.bubbles.map(({ point }) => point)
    : scene.series.flatMap(({ points }) => points);
}
