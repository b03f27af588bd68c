// Draws a scene to SVG: in place on a page, or as a file that needs nothing else. Pure.

import { bubblesMarkup, bubblesOverflow } from "./bubbles.js";
import { fixed, fluid, translated } from "./frame.js";
import { keyOf } from "./key.js";
import { nameSize } from "./labels.js";
import { linesMarkup, linesOverflow } from "./lines.js";
import { DARK, FONT, LIGHT } from "./look.js";
import { element, escaped } from "./markup.js";
import { areaIn, axesMarkup, marginsOf } from "./plot.js";
import { symbols } from "./shapes.js";
import { textWidth, wrapped } from "./text.js";

const EDGE = 16;
/** What title and subtitle take, and where they stand. */
const HEAD = 62;
const TITLE = { y: 30, size: 18 };
const SUBTITLE = { y: 50, size: 13 };
const NOTE = { size: 12, line: 18 };
/** By which a plot's box, whose axis title has room around it, begins further left than the texts. */
const OUTSET = 6;

/** The boxes for which a page's bubbles are named, in pixels: a wide screen's and a phone's. */
const BOXES = { wide: { width: 1200, height: 512 }, narrow: { width: 358, height: 429 } };

/** What the light colours of a file become on dark ground; only browsers ask. */
const ON_DARK = style({
  ".ground": { fill: DARK.ground },
  ".ink,.axis-title,.dots,.names": { fill: DARK.text },
  ".soft,.x-ticks,.y-ticks,.reference-words": { fill: DARK.muted },
  ".grid": { stroke: DARK.grid },
  ".axis,.floor,.reference,.key": { stroke: DARK.muted },
  ".series,.bubble": { stroke: "var(--look-dark)" },
  ".points,.bubble:not(.hollow)": { fill: "var(--look-dark)" },
  ".points .hollow": { fill: DARK.ground },
  ".rings,.cross,.leaders": { stroke: DARK.text },
  ".halo,.names,.reference-words": { stroke: DARK.ground },
});

/** The points' shapes to which inline pictures refer: a page carries them once. */
export const SYMBOLS = symbols(LIGHT);

/**
 * A picture that fits a box of any size in a page, around it the margins of its plot area as custom properties.
 * @param {object} scene as `sceneOf` gives it
 * @param {{title: string, description: string}} words
 * @returns {string} an SVG element
 */
export function inlineSvg(scene, words) {
  const margins = marginsOf(scene, overflowOf(scene));
  const areas = Object.entries(BOXES).map(([name, box]) => ({
    name,
    ...areaIn(box, margins),
    size: nameSize(box.width),
  }));
  const properties = Object.entries(margins).map(([side, length]) => `--plot-${side}:${length}px`);
  return element(
    "svg",
    { class: "plot", role: "img", style: properties.join(";") },
    named(words),
    plotMarkup(scene, margins, { frame: fluid, look: LIGHT }, areas),
  );
}

/**
 * A picture as a file of its own.
 * @param {object} scene
 * @param {{title: string, subtitle: string, description: string, notes: string[]}} words
 * @param {object} size in pixels
 * @param {number} size.width
 * @param {number} [size.height] of the whole
 * @param {number} [size.plotHeight] of the plot with its axes, where the whole has the height that it needs
 * @param {{dark: boolean}} [colors] whether it follows a reader's preference for dark
 * @returns {string} an SVG document
 */
export function svgFile(scene, words, size, { dark = false } = {}) {
  const { width } = size;
  const inner = width - 2 * EDGE;
  const look = LIGHT;
  const key = keyOf(scene, inner, look, fixed({ width: 0, height: 0 }, look));
  const notes = words.notes.flatMap((note) => wrapped(note, inner, NOTE.size));
  const corner = cornerOf(key, words, inner);
  const top = Math.max(HEAD, corner.y + key.height);
  const below = notes.length * NOTE.line + EDGE;
  const box = { width: inner + OUTSET, height: size.plotHeight ?? size.height - top - below };
  const height = top + box.height + below;
  const root = { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` };
  return `${element(
    "svg",
    { ...root, "font-family": FONT, role: "img" },
    named(words),
    dark ? element("style", {}, `@media screen and (prefers-color-scheme:dark){${ON_DARK}}`) : "",
    element("rect", { class: "ground", width, height, fill: look.ground }),
    text("head ink", TITLE, words.title, { fill: look.text, "font-weight": 600 }),
    text("soft", SUBTITLE, words.subtitle, { fill: look.muted }),
    translated(corner.x, corner.y, key.markup),
    translated(EDGE - OUTSET, top, plotIn(box, scene, look)),
    ...notes.map((note, i) =>
      text("soft", { y: height - below + (i + 1) * NOTE.line, size: NOTE.size }, note, { fill: look.muted }),
    ),
  )}\n`;
}

/** Where a key stands: right of the titles if it finds room there, else below them. */
function cornerOf(key, { title, subtitle }, width) {
  const titles = [
    [title, TITLE.size],
    [subtitle, SUBTITLE.size],
  ].map(([words, size]) => textWidth(words, size, { bold: true }));
  const fits = Math.max(...titles) + EDGE + key.width <= width;
  return fits ? { x: EDGE + width - key.width, y: EDGE / 2 } : { x: EDGE, y: HEAD };
}

/** A plot with its axes in a box. */
function plotIn(box, scene, look) {
  const margins = marginsOf(scene, overflowOf(scene));
  const area = areaIn(box, margins);
  const plot = plotMarkup(scene, margins, { frame: fixed(area, look), look }, [
    { name: null, ...area, size: nameSize(box.width) },
  ]);
  return translated(margins.left, margins.top, plot);
}

function plotMarkup(scene, margins, { frame, look }, areas) {
  const ground = { x: scene.x, y: scene.y, frame, look };
  const data = scene.kind === "bubble" ? bubblesMarkup(scene, ground, areas) : linesMarkup(scene, ground);
  return axesMarkup(scene, margins, frame, look) + data;
}

function overflowOf(scene) {
  return scene.kind === "bubble" ? bubblesOverflow(scene) : linesOverflow(scene);
}

function named({ title, description }) {
  return element("title", {}, escaped(title)) + element("desc", {}, escaped(description));
}

function text(name, { y, size }, content, attributes) {
  return element("text", { class: name, x: EDGE, y, "font-size": size, ...attributes }, escaped(content));
}

function style(rules) {
  const written = Object.entries(rules).map(([selector, declarations]) => {
    const [[property, value]] = Object.entries(declarations);
    return `${selector}{${property}:${value}}`;
  });
  return written.join("");
}
