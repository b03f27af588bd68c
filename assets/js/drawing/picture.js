// Draws a scene to SVG: in place on a page, or as a file that needs nothing else. Pure.

import { bubblesMarkup, bubblesOverflow } from "./bubbles.js";
import { fixed, fluid, sketched, translated } from "./frame.js";
import { keyOf } from "./key.js";
import { nameSize } from "./labels.js";
import { LEAST_WIDTH } from "./line-names.js";
import { linesMarkup, linesOverflow, namesMarkup, roomForNames } from "./lines.js";
import { DARK, FONT, LIGHT } from "./look.js";
import { element, escaped, rounded } from "./markup.js";
import { areaIn, axesMarkup, marginsOf } from "./plot.js";
import { symbols } from "./shapes.js";
import { textWidth, wrapped } from "./text.js";

const EDGE = 16;
/** What title and subtitle take, and where they stand. */
const HEAD = 62;
const TITLE = { y: 30, size: 18 };
const SUBTITLE = { y: 50, size: 13 };
const NOTE = { size: 12, line: 18 };
/** What a sketch has above its plot: the y axis' title, too long to stand beside it. */
const SKETCH_HEAD = 18;
/** By which a plot's box, whose axis title has room around it, begins further left than the texts. */
const OUTSET = 6;

/** Of a sketch whose address names a line behind `#`: that one stands out from the others. */
const TARGETED = ".series,.rings,.cross{opacity:.35}.field{display:none}.series:target{opacity:1;stroke-width:3.5}";

/** Where lines are named at their ends. */
const NO_KEY = { markup: "", width: 0, height: 0 };

/** The boxes for which a page's bubbles are named, in pixels: a wide screen's and a phone's. */
const BOXES = { wide: { width: 1200, height: 512 }, narrow: { width: 358, height: 429 } };

/** The narrowest box of a page in which a script may name lines (line-names.js, charts.css), in pixels. */
const NAMED = { width: LEAST_WIDTH, height: 304 };

/** What the light colours of a file become on dark ground; only browsers ask. */
const ON_DARK = style({
  ".ground": { fill: DARK.ground },
  ".ink,.axis-title,.dots,.names": { fill: DARK.text },
  ".soft,.field,.x-ticks,.y-ticks,.reference-words": { fill: DARK.muted },
  ".grid": { stroke: DARK.grid },
  ".axis,.floor,.reference,.key": { stroke: DARK.muted },
  ".series,.bubble,.leader": { stroke: "var(--look-dark)" },
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
  const rooms = { ...margins, names: nameRoomOf(scene, NAMED) };
  const properties = Object.entries(rooms)
    .filter(([, length]) => length > 0)
    .map(([side, length]) => `--plot-${side}:${rounded(length)}px`);
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
  const notes = words.notes.flatMap((note) => wrapped(note, inner, NOTE.size));
  const below = notes.length * NOTE.line + EDGE;
  const boxBelow = (top) => ({ width: inner + OUTSET, height: size.plotHeight ?? size.height - top - below });
  const nameRoom = nameRoomOf(scene, boxBelow(HEAD));
  const key = nameRoom > 0 ? NO_KEY : keyOf(scene, inner, look, fixed({ width: 0, height: 0 }, look));
  const corner = cornerOf(key, words, inner);
  const top = Math.max(HEAD, corner.y + key.height);
  const box = boxBelow(top);
  const height = top + box.height + below;
  return documentOf(
    { width, height },
    named(words),
    dark ? ON_DARK : "",
    element("rect", { class: "ground", width, height, fill: look.ground }),
    text("head ink", TITLE, words.title, { fill: look.text, "font-weight": 600 }),
    text("soft", SUBTITLE, words.subtitle, { fill: look.muted }),
    translated(corner.x, corner.y, key.markup),
    translated(EDGE - OUTSET, top, plotIn(box, scene, look, { nameRoom })),
    ...notes.map((note, i) =>
      text("soft", { y: height - below + (i + 1) * NOTE.line, size: NOTE.size }, note, { fill: look.muted }),
    ),
  );
}

/**
 * A chart's lines or bubbles and axes alone as a small file, for the ground of the page that shows it beside its words; it follows a
 * reader's preference for dark.
 * @param {object} scene
 * @param {{width: number, height: number}} size in pixels
 * @param {object} [options]
 * @param {boolean} [options.targets] whether its address can name a technology behind `#`, whose line then stands out
 * @returns {string} an SVG document
 */
export function sketchFile(scene, size, { targets = false } = {}) {
  const box = { ...size, height: size.height - SKETCH_HEAD };
  const untitled = { ...scene, y: { ...scene.y, title: "" } };
  const title = { class: "axis-title", x: OUTSET, y: NOTE.size, fill: LIGHT.text, "font-size": NOTE.size };
  return documentOf(
    size,
    "",
    ON_DARK,
    targets ? element("style", {}, TARGETED) : "",
    element("text", title, escaped(scene.y.title)),
    translated(
      0,
      SKETCH_HEAD,
      plotIn(box, untitled, LIGHT, { frameOf: (area, look) => ({ ...sketched(area, look), targets }) }),
    ),
  );
}

/** @param {string} onDark rules for dark ground, empty where it is always light */
function documentOf({ width, height }, names, onDark, ...content) {
  const root = { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` };
  return `${element(
    "svg",
    { ...root, "font-family": FONT, role: "img" },
    names,
    onDark && element("style", {}, `@media screen and (prefers-color-scheme:dark){${onDark}}`),
    ...content,
  )}\n`;
}

function nameRoomOf(scene, box) {
  return scene.kind === "line" ? roomForNames(scene, box) : 0;
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

/** A plot with its axes in a box, and beside it the lines' names where there is room for them. */
function plotIn(box, scene, look, { frameOf = fixed, nameRoom = 0 } = {}) {
  const needed = marginsOf(scene, overflowOf(scene));
  const margins = { ...needed, right: Math.max(needed.right, nameRoom) };
  const area = areaIn(box, margins);
  const plot = plotMarkup(scene, margins, { frame: frameOf(area, look), look }, [
    { name: null, ...area, size: nameSize(box.width) },
  ]);
  const names = nameRoom > 0 ? namesMarkup(scene, { x: scene.x, y: scene.y, frame: fixed(area, look), look }) : "";
  return translated(margins.left, margins.top, plot + names);
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
