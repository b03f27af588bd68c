// A line chart's points as dimple takes data: rows of strings and numbers. Pure.

import { isInSight } from "../drawing/line-scene.js";

/**
 * Every x in sight that a line drawn has, measured there or not, ascending.
 * @param {import("../drawing/line-scene.js").LineScene} scene
 * @returns {number[]}
 */
export function placesOf({ series, x }) {
  const xs = series.flatMap(({ points }) => points.filter((point) => isInSight(point, x)).map((point) => point.x));
  return [...new Set(xs)].sort((a, b) => a - b);
}

/**
 * The points that have a figure; one that a logarithmic axis has no place for stands at its lower end. dimple draws a line for each
 * different pair of `technology` and `stretch`: points that follow each other share a stretch, and where a figure is missing another
 * begins.
 * @param {import("../drawing/line-scene.js").LineScene} scene
 * @returns {{technology: string, stretch: number, x: number, y: number}[]}
 */
export function rowsOf(scene) {
  const places = placesOf(scene);
  return scene.series.flatMap(({ technology, points }) => {
    const yAt = new Map(points.map(({ x, y }) => [x, y]));
    let stretch = 0;
    return places.flatMap((x) => {
      const y = yAt.get(x) ?? null;
      if (y === null) stretch++;
      return y === null ? [] : [{ technology: technology.name, stretch, x, y: Math.max(y, scene.y.min) }];
    });
  });
}
