// What stands between the title and the plot of a picture by itself: the lines' names, or what the bubbles' areas mean. Pure.

import { translated } from "./frame.js";
import { pointsMarkup, seriesAttributes } from "./lines.js";
import { dashOf } from "./look.js";
import { element, escaped } from "./markup.js";
import { TO_BASELINE, textWidth } from "./text.js";

const FONT = 13;
const ROW = 22;
const SWATCH = 32;
const GAP = 20;
/** Between a line or a circle and its words. */
const BESIDE = 8;

/**
 * @param {object} scene
 * @param {number} width of a row, in pixels
 * @param {import("./look.js").Look} look
 * @param {object} frame as `fixed` gives it
 * @returns {{markup: string, width: number, height: number}} from its left upper corner, in pixels
 */
export function keyOf(scene, width, look, frame) {
  if (scene.kind === "bubble") return sizeKey(scene.words.sizeKey, look);
  const drawn = scene.series.filter(({ technology }) => !scene.words.missing.includes(technology));
  return legend(drawn, width, look, frame);
}

/** The series side by side, in as many rows as they need. */
export function legend(series, width, look, frame) {
  const entries = [];
  let x = 0;
  let y = ROW / 2;
  for (const one of series) {
    const needed = SWATCH + BESIDE + textWidth(one.technology.name, FONT);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += ROW;
    }
    entries.push(translated(x, y, entry(one, look, frame)));
    x += needed + GAP;
  }
  return { markup: entries.join(""), width, height: entries.length > 0 ? y + ROW / 2 : 0 };
}

function entry({ technology }, look, frame) {
  const one = { technology, faint: false };
  // A point in the middle of a line of its own.
  const place = { x: { at: () => 0 }, y: { at: () => 1 }, frame, look };
  const point = pointsMarkup({ ...one, points: [{ x: 0, y: 0, saturated: false }] }, false, place);
  return [
    element(
      "g",
      seriesAttributes(one, false, place),
      element("path", { d: `M0 0H${SWATCH}`, "stroke-dasharray": dashOf(technology) }),
      translated(SWATCH / 2, 0, point),
    ),
    text(SWATCH + BESIDE, 0, technology.name, look),
  ].join("");
}

/** Round values and the circles that stand for them, side by side; bubbles carry their names themselves. */
function sizeKey({ entries }, look) {
  const height = entries.length > 0 ? Math.max(...entries.map(({ side }) => side)) + 4 : 0;
  let x = 0;
  const drawn = entries.map(({ text: label, radius, side }) => {
    const circle = element("circle", { cx: x + side / 2, cy: height / 2, r: radius });
    const after = x + side + BESIDE;
    x = after + textWidth(label, FONT) + GAP;
    return { circle, label: text(after, height / 2, label, look) };
  });
  const circles = drawn.map(({ circle }) => circle);
  const outline = { class: "key", fill: "none", stroke: look.muted, "stroke-width": 1.5 };
  const labels = drawn.map(({ label }) => label).join("");
  return { markup: element("g", outline, ...circles) + labels, width: Math.max(0, x - GAP), height };
}

function text(x, middle, content, look) {
  const at = { x, y: middle + TO_BASELINE * FONT };
  return element("text", { class: "ink", ...at, fill: look.text, "font-size": FONT }, escaped(content));
}
