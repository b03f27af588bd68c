// A line chart's data as SVG: noise floors, reference lines, lines, whiskers, points and their marks. Pure.

import { isInSight } from "./line-scene.js";
import { colorOf, darkStyle, dashOf } from "./look.js";
import {
  FLOOR_DASH,
  floorsInSight,
  HALO_WIDTH,
  REFERENCE_WORDS,
  RING,
  RING_WIDTH,
  referencesInSight,
  WHISKER_WIDTH,
  whisker,
  whiskerPath,
} from "./marks.js";
import { element, escaped, rounded } from "./markup.js";
import { FINE_POINT, POINT } from "./shapes.js";

/** The strokes of lines and points, in pixels. */
const STROKE = { plain: 2, fine: 1.5 };
/** Radius, in pixels, of the points for which a chart leaves room at its edges. */
export const POINT_ROOM = 7;

/**
 * Where and how things are drawn.
 * @typedef {object} Ground
 * @property {import("./axis.js").Axis} x
 * @property {import("./axis.js").Axis} y
 * @property {object} frame as frame.js has them
 * @property {import("./look.js").Look} look
 */

/** How far lines reach beyond the plot area, in pixels. */
export function linesOverflow({ fine }) {
  return POINT_ROOM + strokeOf(fine);
}

/**
 * All of them, the first line above the others.
 * @param {import("./line-scene.js").LineScene} scene
 * @param {Ground} ground
 */
export function linesMarkup({ series, fine, floors, references }, ground) {
  return [
    floorsMarkup(floors, ground),
    referencesMarkup(references, ground),
    ...[...series].reverse().map((one) => seriesMarkup(one, fine, ground)),
    marksMarkup(
      series.flatMap(({ points }) => points),
      ground,
    ),
    referenceWordsMarkup(references, ground),
  ].join("");
}

export function floorsMarkup(floors, { y, frame, look }) {
  const lines = floorsInSight(floors, frame.scale(y)).map((floor) => {
    const at = frame.y(y.at(floor));
    const dash = FLOOR_DASH.join(" ");
    return element("line", {
      class: "floor",
      x2: frame.full.width,
      y1: at,
      y2: at,
      stroke: look.muted,
      "stroke-dasharray": dash,
    });
  });
  return lines.join("");
}

/** Lines across the chart at values to compare with. */
export function referencesMarkup(references, { y, frame, look }) {
  const lines = referencesInSight(references, frame.scale(y)).map(({ value }) => {
    const at = frame.y(y.at(value));
    return element("line", { class: "reference", x2: frame.full.width, y1: at, y2: at, stroke: look.muted });
  });
  return lines.join("");
}

/** What they are called, above all else. */
export function referenceWordsMarkup(references, { y, frame, look }) {
  const { size, left, apart } = REFERENCE_WORDS;
  const letters = {
    class: "reference-words",
    fill: look.muted,
    stroke: look.ground,
    "stroke-width": HALO_WIDTH,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
    "font-size": size,
  };
  const words = referencesInSight(references, frame.scale(y)).map(({ value, label, below }) => {
    const text = element("text", { ...letters, x: left, y: below ? apart + size : -apart }, escaped(label));
    return frame.moved(0, y.at(value), text);
  });
  return words.join("");
}

/** A technology's line with its whiskers and points. */
function seriesMarkup(one, fine, ground) {
  const drawn = inSight(one, ground);
  return element(
    "g",
    seriesAttributes(one, fine, ground),
    ground.frame.named ? element("title", {}, escaped(one.technology.name)) : "",
    ground.frame.stretch(whiskersMarkup(drawn, ground) + pathMarkup(drawn, ground)),
    pointsMarkup(drawn, fine, ground),
  );
}

/** What a technology's line, points and whiskers share. */
export function seriesAttributes({ technology, faint }, fine, { look }) {
  return {
    class: fine ? "series fine" : "series",
    stroke: colorOf(technology, look, faint),
    "stroke-width": strokeOf(fine),
    style: darkStyle(technology),
  };
}

/** The 95 % confidence intervals of a line's points, but those that the point covers. */
export function whiskersMarkup({ points }, { x, y, frame }) {
  const scale = frame.scale(y);
  const strokes = points
    .filter((point) => point.y !== null && point.ci95)
    .map((point) => ({ at: frame.spot(x.at(point.x), 0).x, ends: whisker(point, scale) }))
    .filter(({ ends }) => ends.bottom - ends.top >= frame.least)
    .map(({ at, ends }) => whiskerPath(at, ends, frame.cap));
  return strokes.length > 0
    ? element("path", { class: "whisker", "stroke-width": WHISKER_WIDTH, d: strokes.join("") })
    : "";
}

/** A line through the points; one that is missing leaves a gap. */
function pathMarkup({ technology, points }, { x, y, frame }) {
  const runs = [[]];
  for (const point of points) {
    if (point.y === null) runs.push([]);
    else runs.at(-1).push(frame.spot(x.at(point.x), y.at(point.y)));
  }
  const strokes = runs.filter((run) => run.length > 1).map((run) => `M${run.map(coordinates).join(" ")}`);
  return strokes.length > 0 ? element("path", { "stroke-dasharray": dashOf(technology), d: strokes.join("") }) : "";
}

/** A line's points, in its technology's shape; hollow where the client may have been the limit. */
export function pointsMarkup({ technology, faint, points }, fine, { x, y, frame, look }) {
  const drawn = points
    .filter((point) => point.y !== null)
    .map((point) => {
      const hollow = point.saturated ? { class: "hollow", fill: look.ground } : {};
      const at = { x: frame.x(x.at(point.x)), y: frame.y(y.at(point.y)) };
      return frame.point(technology.shape, fine ? FINE_POINT : POINT, at, hollow);
    });
  return element("g", { class: "points", fill: colorOf(technology, look, faint) }, ...drawn);
}

/** Rings and crosses of points or bubbles; a cross is on the axis where nothing was measured. */
export function marksMarkup(points, { x, y, frame, look }) {
  const drawn = points.filter((point) => isInSight(point, x));
  const at = (point) => ({ x: frame.x(x.at(point.x)), y: frame.y(point.y === null ? 0 : y.at(point.y)) });
  const rings = drawn
    .filter((point) => point.lost && point.y !== null)
    .map((point) => element("circle", { r: RING, cx: at(point).x, cy: at(point).y }));
  const ring = { class: "rings", fill: "none", stroke: look.text, "stroke-width": RING_WIDTH };
  const crosses = drawn.filter(({ unfinished }) => unfinished).map((point) => frame.cross(at(point)));
  return (rings.length > 0 ? element("g", ring, ...rings) : "") + crosses.join("");
}

function inSight(one, { x }) {
  return { ...one, points: one.points.filter((point) => isInSight(point, x)) };
}

export function strokeOf(fine) {
  return fine ? STROKE.fine : STROKE.plain;
}

function coordinates({ x, y }) {
  return `${rounded(x)} ${rounded(y)}`;
}
