// The frame of a chart: grid, axes, tick labels, titles. Margins are those that Chart.js leaves. Pure.

import { formatTick } from "../format.js";
import { labelledTicks } from "./axis.js";
import { element, escaped, rounded } from "./markup.js";
import { TO_BASELINE, textWidth } from "./text.js";

export const TICK_FONT = 12;
export const TITLE_FONT = 13;
const LINE_HEIGHT = 1.2;
const TICK_LENGTH = 8;
/** Between a tick and its label, and around the labels. */
const GAP = 3;
/** Above and below an axis' title. */
const TITLE_PADDING = 4;

const LABEL_HEIGHT = TICK_FONT * LINE_HEIGHT;
const TITLE_HEIGHT = TITLE_FONT * LINE_HEIGHT;
/** From the plot area to the middle of an x axis' labels. */
const X_LABELS = TICK_LENGTH + GAP + LABEL_HEIGHT / 2;
const BESIDE_LABELS = TICK_LENGTH + TITLE_HEIGHT + 2 * TITLE_PADDING + 2 * GAP;

/**
 * @typedef {import("./axis.js").Axis & {title: string}} Axis
 * @typedef {{top: number, right: number, bottom: number, left: number}} Margins in pixels
 */

/**
 * What lies around the plot area.
 * @param {{x: Axis, y: Axis}} axes
 * @param {number} overflow pixels by which what is drawn may reach beyond the plot area
 * @returns {Margins}
 */
export function marginsOf({ x, y }, overflow) {
  const needed = {
    top: GAP + LABEL_HEIGHT / 2,
    right: GAP + textWidth(labelsOf(x).at(-1).text, TICK_FONT) / 2,
    bottom: BESIDE_LABELS + LABEL_HEIGHT,
    left: BESIDE_LABELS + Math.max(...labelsOf(y).map(({ text }) => textWidth(text, TICK_FONT))),
  };
  return Object.fromEntries(Object.entries(needed).map(([side, room]) => [side, rounded(Math.max(room, overflow))]));
}

/** The plot area in a box. */
export function areaIn({ width, height }, { top, right, bottom, left }) {
  return { width: width - left - right, height: height - top - bottom };
}

/**
 * Everything but the data.
 * @param {{x: Axis, y: Axis}} axes
 * @param {Margins} margins
 * @param {object} frame as frame.js has them
 * @param {import("./look.js").Look} look
 * @returns {string} markup
 */
export function axesMarkup({ x, y }, margins, frame, look) {
  const grid = { class: "grid", stroke: look.grid };
  const yLines = labelsOf(y).map(({ share }) =>
    element("line", { x1: -TICK_LENGTH, x2: frame.full.width, y1: frame.y(share), y2: frame.y(share) }),
  );
  const xLines = labelsOf(x).map(({ share }) =>
    element("line", { x1: frame.x(share), x2: frame.x(share), y1: TICK_LENGTH, y2: negative(frame.full.height) }),
  );
  const line = { class: "axis", stroke: look.muted };
  return [
    element("g", grid, ...yLines),
    frame.moved(
      0,
      0,
      element("g", grid, ...xLines) +
        element("line", { ...line, x2: frame.full.width }) +
        xTexts(x, margins, frame, look),
    ),
    element("line", { ...line, y2: frame.full.height }),
    yTexts(y, margins, frame, look),
  ].join("");
}

/** Below the plot area's lower edge. */
function xTexts(axis, { bottom }, frame, look) {
  const texts = labelsOf(axis).map(({ text, share }) => element("text", { x: frame.x(share) }, text));
  const transform = `translate(0 ${rounded(X_LABELS + TO_BASELINE * TICK_FONT)})`;
  const title = { x: frame.x(0.5), y: bottom - TITLE_PADDING - TITLE_HEIGHT / 2 + TO_BASELINE * TITLE_FONT };
  return (
    element("g", { class: "x-ticks", ...ticks(look), "text-anchor": "middle", transform }, ...texts) +
    element("text", { ...titles(look), ...title }, escaped(axis.title))
  );
}

/** Left of the plot area. */
function yTexts(axis, { left }, frame, look) {
  const texts = labelsOf(axis).map(({ text, share }) => element("text", { y: frame.y(share) }, text));
  const transform = `translate(${-(TICK_LENGTH + GAP)} ${rounded(TO_BASELINE * TICK_FONT)})`;
  const middle = rounded(TITLE_PADDING + TITLE_HEIGHT / 2 - left);
  const title = { transform: `translate(${middle}) rotate(-90)`, y: TO_BASELINE * TITLE_FONT };
  return (
    element("g", { class: "y-ticks", ...ticks(look), "text-anchor": "end", transform }, ...texts) +
    frame.moved(0, 0.5, element("text", { ...titles(look), ...title }, escaped(axis.title)))
  );
}

function ticks(look) {
  return { fill: look.muted, "font-size": TICK_FONT };
}

function titles(look) {
  return { class: "axis-title", fill: look.text, "font-size": TITLE_FONT, "text-anchor": "middle" };
}

/** The labels of a picture's axis, in order. @returns {{text: string, share: number}[]} */
export function labelsOf(axis) {
  const largest = axis.ticks.at(-1);
  return labelledTicks(axis).map((tick) => ({ text: formatTick(tick, largest), share: axis.at(tick) }));
}

function negative(length) {
  return typeof length === "number" ? -length : `-${length}`;
}
