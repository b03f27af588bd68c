// A line chart's data as SVG: noise floors, reference lines, lines, whiskers, points and their marks. Pure.

import { BAND, bandPath } from "./field-band.js";
import { translated } from "./frame.js";
import {
  endOf,
  LEADER_OPACITY,
  leaderPath,
  NAME_FONT,
  NAME_LEFT,
  namesOf,
  namesRoom,
  placeNames,
} from "./line-names.js";
import { isInSight } from "./line-scene.js";
import { colorOf, darkStyle, dashOf, FAINT } from "./look.js";
import {
  FLOOR_DASH,
  floorsInSight,
  HALO_WIDTH,
  LOAD_DASH,
  loadWords,
  REFERENCE_WORDS,
  RING,
  RING_WIDTH,
  referencesInSight,
  WHISKER_WIDTH,
  whisker,
  whiskerPath,
} from "./marks.js";
import { element, escaped, rounded } from "./markup.js";
import { areaIn, marginsOf } from "./plot.js";
import { FINE_POINT, POINT } from "./shapes.js";
import { TO_BASELINE } from "./text.js";

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
 * The room right of the plot area for names at the lines' ends.
 * @param {import("./line-scene.js").LineScene} scene
 * @param {{width: number, height: number}} box of the whole chart, in pixels
 * @returns {number} in pixels; 0 where there are none
 */
export function roomForNames(scene, box) {
  const { height } = areaIn(box, marginsOf(scene, linesOverflow(scene)));
  return namesRoom(namesOf(scene.series), box.width, height);
}

/**
 * All of them, the first line above the others.
 * @param {import("./line-scene.js").LineScene} scene
 * @param {Ground} ground
 */
export function linesMarkup({ series, fine, field, floors, references, load }, ground) {
  return [
    ground.frame.whole ? bandMarkup(field, ground) : "",
    floorsMarkup(floors, ground),
    referencesMarkup(references, ground),
    load === null ? "" : loadMarkup(load, ground),
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

/** Down the chart, where a reader's own load is. */
function loadMarkup(load, { x, frame, look }) {
  const at = frame.x(x.at(load));
  const dash = LOAD_DASH.join(" ");
  const line = { class: "floor", x1: at, x2: at, y2: frame.full.height, stroke: look.muted, "stroke-dasharray": dash };
  return element("line", line, element("title", {}, loadWords()));
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

/** The field's pale band; what of it is beyond the axes is cut off. */
function bandMarkup(field, { x, y, frame, look }) {
  const spot = (at, value) => frame.spot(x.at(at), y.at(value));
  const areas = BAND.map((part) => ({ d: bandPath(field, part, spot), "fill-opacity": part.opacity }));
  const { width, height } = frame.full;
  return field.length > 0
    ? element("svg", { class: "field", width, height, fill: look.muted }, ...areas.map((one) => element("path", one)))
    : "";
}

/** The names at the lines' ends, right of the plot area. */
export function namesMarkup({ series }, { x, y, frame, look }) {
  const ended = series.map((one) => ({ ...one, end: endOf(one.points, x) })).filter(({ end }) => end);
  const ends = ended.map(({ end }) => frame.y(y.at(end.y)));
  const middles = placeNames(ends, frame.full.height);
  const names = ended.map(({ technology, faint, end }, i) => {
    const d = leaderPath(frame.x(x.at(end.x)) - frame.full.width, ends[i], middles[i]);
    const leader = {
      stroke: colorOf(technology, look, faint),
      "stroke-opacity": LEADER_OPACITY,
      fill: "none",
      style: darkStyle(technology),
      d,
    };
    const place = { x: NAME_LEFT, y: middles[i] + TO_BASELINE * NAME_FONT, opacity: faint ? FAINT : null };
    return element("path", { class: "leader", ...leader }) + element("text", place, escaped(technology.name));
  });
  return translated(
    frame.full.width,
    0,
    element("g", { class: "ink", fill: look.text, "font-size": NAME_FONT }, ...names),
  );
}

/** A technology's line with its whiskers and points. */
function seriesMarkup(one, fine, ground) {
  const drawn = inSight(one, ground);
  return element(
    "g",
    { ...seriesAttributes(one, fine, ground), id: ground.frame.targets ? one.technology.id : null },
    ground.frame.whole ? element("title", {}, escaped(one.technology.name)) : "",
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
    .map(({ at, ends }) =>
      whiskerPath(at, { ...ends, top: frame.end(ends.top), bottom: frame.end(ends.bottom) }, frame.cap),
    );
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
