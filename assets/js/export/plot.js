// The chart's own part of the picture: axes, lines, whiskers, points, marks, bubbles and their names, as SVG.

import { LINE_HEIGHT, placeLabels } from "../charts/labels.js";
import { element, escaped, rounded } from "./markup.js";
import { shapeMarkup } from "./shapes.js";

const TICK = 12;
const TITLE = 13;
/** From a text's middle down to its baseline, in its size: SVG readers differ in what else they know. */
const TO_BASELINE = 0.35;
const CAP = 4;
const RING = 9;
const CROSS = 4.5;

/**
 * @param {object} geometry as `readGeometry` gives it
 * @param {{text: string, muted: string, grid: string, ground: string}} look
 * @param {function(string, number): number} measure the width of a bold text of a size, in pixels
 * @returns {string} markup
 */
export function plotMarkup(geometry, look, measure) {
  const { area, series } = geometry;
  return [
    axesMarkup(geometry, look),
    ...geometry.floors.map((y) => floorMarkup(y, area, look)),
    ...inDrawingOrder(series).map((one) =>
      element("g", {}, element("title", {}, escaped(one.name)), seriesMarkup(one, look)),
    ),
    ...series.flatMap(({ points }) => points.map((point) => marksMarkup(point, look))),
    series[0]?.kind === "bubble" ? namesMarkup(geometry, look, measure) : "",
  ].join("");
}

/** A noise floor across the chart. */
export function floorMarkup(y, area, look) {
  return line(area.left, y, area.right, y, { stroke: look.muted, "stroke-width": 1, "stroke-dasharray": "2 4" });
}

/** As Chart.js does: the first line on top, and the smallest bubble. */
function inDrawingOrder(series) {
  const radius = ({ points: [{ radius: one = 0 }] }) => one;
  return [...series].reverse().sort((a, b) => radius(b) - radius(a));
}

function axesMarkup({ area, x, y, height }, look) {
  const tick = { fill: look.muted, "font-size": TICK };
  const title = { fill: look.text, "font-size": TITLE, "text-anchor": "middle" };
  const middle = { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 };
  const grid = { stroke: look.grid, "stroke-width": 1 };
  return [
    ...x.ticks.map(({ at }) => line(at, area.top, at, area.bottom, grid)),
    ...y.ticks.map(({ at }) => line(area.left, at, area.right, at, grid)),
    line(area.left, area.bottom, area.right, area.bottom, { stroke: look.muted }),
    line(area.left, area.top, area.left, area.bottom, { stroke: look.muted }),
    ...x.ticks.map(({ at, label }) => text(at, area.bottom + 1.5 * TICK, label, { ...tick, "text-anchor": "middle" })),
    ...y.ticks.map(({ at, label }) =>
      text(area.left - 8, at + TO_BASELINE * TICK, label, { ...tick, "text-anchor": "end" }),
    ),
    text(middle.x, height - 6, x.title, title),
    text(TITLE, middle.y, y.title, { ...title, transform: `rotate(-90 ${TITLE} ${rounded(middle.y)})` }),
  ].join("");
}

function seriesMarkup(one, look) {
  return one.kind === "bubble" ? one.points.map((point) => bubble(one, point)).join("") : lineMarkup(one, look);
}

function bubble({ color, dash, width }, { at, radius, hollow }) {
  const fill = hollow ? { fill: "none" } : { fill: color, "fill-opacity": 0.35 };
  const outline = { stroke: color, "stroke-width": width, "stroke-dasharray": dashes(dash) };
  return element("circle", { cx: at.x, cy: at.y, r: radius, ...fill, ...outline });
}

function lineMarkup(one, look) {
  const { color, dash, width, points } = one;
  const path = {
    d: pathOf(points),
    fill: "none",
    stroke: color,
    "stroke-width": width,
    "stroke-dasharray": dashes(dash),
  };
  return whiskersMarkup(one) + element("path", path) + pointsMarkup(one, look);
}

/** The 95 % confidence intervals of a line's points. */
export function whiskersMarkup({ color, points }) {
  const drawn = points.filter(({ at, whisker }) => at !== null && whisker);
  return drawn.map(({ at, whisker }) => whiskerMarkup(at.x, whisker, color)).join("");
}

/** A line's points, in its technology's shape. */
export function pointsMarkup({ color, width, shape, points }, look) {
  return points
    .filter(({ at }) => at !== null)
    .map(({ at, hollow }) =>
      shapeMarkup(shape, at, { fill: hollow ? look.ground : color, stroke: color, "stroke-width": width }),
    )
    .join("");
}

/** A line through the points; one that is missing leaves a gap. */
function pathOf(points) {
  return points
    .map(({ at }, i) => at && `${points[i - 1]?.at ? "L" : "M"}${rounded(at.x)} ${rounded(at.y)}`)
    .filter(Boolean)
    .join("");
}

function whiskerMarkup(x, { top, bottom, capped }, color) {
  const ends = ["top", "bottom"].filter((end) => capped[end]).map((end) => (end === "top" ? top : bottom));
  const caps = ends.map((y) => `M${rounded(x - CAP)} ${rounded(y)}h${2 * CAP}`);
  const d = [`M${rounded(x)} ${rounded(top)}V${rounded(bottom)}`, ...caps].join("");
  return element("path", { d, fill: "none", stroke: color, "stroke-width": 1.25 });
}

/** What a point alone can't say: a ring for lost messages, a cross for an unfinished iteration. */
export function marksMarkup({ at, ring, cross }, look) {
  return [
    ring
      ? element("circle", { cx: at.x, cy: at.y, r: RING, fill: "none", stroke: look.text, "stroke-width": 1.5 })
      : "",
    cross ? crossMarkup(cross, look.ground, 5) + crossMarkup(cross, look.text, 2) : "",
  ].join("");
}

function crossMarkup({ x, y }, color, width) {
  const [left, right, top, bottom] = [x - CROSS, x + CROSS, y - CROSS, y + CROSS].map(rounded);
  const d = `M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}`;
  return element("path", { d, fill: "none", stroke: color, "stroke-width": width, "stroke-linecap": "round" });
}

/** The bubbles' names, placed as on the page, each with a dot in its bubble's centre. */
function namesMarkup({ series, area }, look, measure) {
  const named = series.map(({ name, points: [{ at, radius }] }) => ({
    ...at,
    r: radius,
    name,
    width: measure(name, TITLE),
  }));
  return placeLabels(named, area)
    .map(({ left, top, width, far }, i) => {
      const { x, y, name } = named[i];
      const [nearX, nearY] = [clamp(x, left, left + width), clamp(y, top, top + LINE_HEIGHT)];
      const leader = far ? line(x, y, nearX, nearY, { stroke: look.text, "stroke-width": 0.75 }) : "";
      const baseline = top + LINE_HEIGHT / 2 + TO_BASELINE * TITLE;
      const halo = { stroke: look.ground, "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke" };
      const label = text(left, baseline, name, { fill: look.text, "font-size": TITLE, "font-weight": 600, ...halo });
      return element("circle", { cx: x, cy: y, r: 2, fill: look.text }) + leader + label;
    })
    .join("");
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

function dashes(dash) {
  return dash?.length > 0 ? dash.join(" ") : null;
}

function line(x1, y1, x2, y2, attributes) {
  return element("line", { x1, y1, x2, y2, ...attributes });
}

function text(x, y, content, attributes) {
  return element("text", { x, y, ...attributes }, escaped(content));
}
