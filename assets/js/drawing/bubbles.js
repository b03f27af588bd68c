// A bubble chart's data as SVG: bubbles, their marks and names. Pure.

import { DOT, LINE_HEIGHT, nearestOf, placeLabels } from "./labels.js";
import { marksMarkup } from "./lines.js";
import { colorOf, darkStyle } from "./look.js";
import { HALO_WIDTH } from "./marks.js";
import { element, escaped, rounded } from "./markup.js";
import { TO_BASELINE, textWidth } from "./text.js";

/** The rims of bubbles, in pixels: thick for the efficient frontier. */
const RIM = { unbeaten: 4, beaten: 1.5 };
export const FILL_OPACITY = 0.35;
/** Of a line to a name that stands further off. */
export const LEADER_WIDTH = 0.75;

/** How far bubbles reach beyond the plot area at most, in pixels. */
export function bubblesOverflow({ bubbles }) {
  return Math.max(0, ...bubbles.map(({ point, unbeaten }) => point.r + rimOf(unbeaten)));
}

/**
 * All of them, the smallest above the others.
 * @param {import("./bubble-scene.js").BubbleScene} scene
 * @param {import("./lines.js").Ground} ground
 * @param {{name: ?string, width: number, height: number, size: number}[]} areas for which names are placed, each with the class
 *   and the size of its names; pixels
 */
export function bubblesMarkup({ bubbles }, ground, areas) {
  const points = bubbles.map(({ point }) => point);
  const circles = [...bubbles].sort((a, b) => b.point.r - a.point.r).map((bubble) => circle(bubble, ground));
  return [
    element("g", { "fill-opacity": FILL_OPACITY }, ...circles),
    marksMarkup(points, ground),
    element("g", { class: "dots", fill: ground.look.text }, ...points.map((point) => dot(point, ground))),
    ...areas.map((area) => namesMarkup(bubbles, ground, area)),
  ].join("");
}

export function rimOf(unbeaten) {
  return unbeaten ? RIM.unbeaten : RIM.beaten;
}

function circle({ technology, faint, unbeaten, point }, { x, y, frame, look }) {
  const color = colorOf(technology, look, faint);
  return element("circle", {
    class: point.saturated ? "bubble hollow" : "bubble",
    fill: point.saturated ? "none" : color,
    stroke: color,
    "stroke-width": rimOf(unbeaten),
    style: darkStyle(technology),
    cx: frame.x(x.at(point.x)),
    cy: frame.y(y.at(point.y)),
    r: rounded(point.r),
  });
}

function dot(point, { x, y, frame }) {
  return element("circle", { class: "dot", cx: frame.x(x.at(point.x)), cy: frame.y(y.at(point.y)), r: DOT });
}

/** Each name has its bubble's centre for its origin, so that it keeps to it in a box of any size. */
function namesMarkup(bubbles, { x, y, frame, look }, { name, width, height, size }) {
  const named = bubbles.map(({ technology, point }) => ({
    x: x.at(point.x) * width,
    y: (1 - y.at(point.y)) * height,
    r: point.r,
    width: textWidth(technology.name, size, { bold: true }),
  }));
  const labels = placeLabels(named, { left: 0, right: width, top: 0, bottom: height });
  const at = ({ point }, content) => frame.moved(x.at(point.x), y.at(point.y), content);
  const leaders = bubbles.map((bubble, i) => (labels[i].far ? at(bubble, leader(named[i], labels[i])) : "")).join("");
  const names = bubbles.map((bubble, i) => at(bubble, nameText(bubble, named[i], labels[i], size)));
  return element(
    "g",
    { class: name },
    leaders && element("g", { class: "leaders", stroke: look.text, "stroke-width": LEADER_WIDTH }, leaders),
    element("g", { class: "names", ...letters(size, look) }, ...names),
  );
}

function letters(size, look) {
  return {
    fill: look.text,
    stroke: look.ground,
    "stroke-width": HALO_WIDTH,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
    "font-size": size,
    "font-weight": 600,
  };
}

/** A line from a bubble's centre to the nearest point of its name. */
function leader(bubble, label) {
  const { x, y } = nearestOf(label, bubble);
  return element("path", { d: `M0 0 ${rounded(x - bubble.x)} ${rounded(y - bubble.y)}` });
}

/** Anchored where it is nearest to its bubble, however wide the reader's font is. */
function nameText({ technology }, bubble, label, size) {
  const { anchor, x } = anchored(label, bubble);
  const y = rounded(label.top + LINE_HEIGHT / 2 - bubble.y + TO_BASELINE * size);
  return element(
    "text",
    { class: "name", "text-anchor": anchor, x: rounded(x - bubble.x), y },
    escaped(technology.name),
  );
}

function anchored({ left, width }, bubble) {
  if (left >= bubble.x) return { anchor: null, x: left };
  if (left + width <= bubble.x) return { anchor: "end", x: left + width };
  return { anchor: "middle", x: left + width / 2 };
}
