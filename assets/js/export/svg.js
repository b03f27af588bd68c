// The whole picture: title, legend, chart, what its marks mean, source and date, as one SVG that needs nothing else.

import { formatFigure, withUnit } from "../format.js";
import { element, escaped } from "./markup.js";
import { plotMarkup } from "./plot.js";
import { shapeMarkup } from "./shapes.js";

const EDGE = 16;
/** What title and subtitle take. */
const HEAD = 62;
const SMALL = 12;
const LEGEND = 13;
const ROW = 22;
const SWATCH = 32;
const GAP = 20;

/**
 * @param {object} geometry as `readGeometry` gives it
 * @param {object} words
 * @param {string} words.title
 * @param {string} words.subtitle
 * @param {string} words.summary what the picture shows, for those who don't see it
 * @param {object} [words.sizeKey] what the areas of bubbles mean, as `bubbleChart` gives it
 * @param {string[]} words.notes lines below the chart: the marks, source, date
 * @param {object} look as `readLook` gives it
 * @param {function(string, number): number} measure the width of a bold text of a size, in pixels
 * @returns {string} an SVG document
 */
export function chartSvg(geometry, words, look, measure) {
  const width = geometry.width + 2 * EDGE;
  const key = words.sizeKey
    ? sizeKey(words.sizeKey, look, measure)
    : legend(geometry.series, width - 2 * EDGE, look, measure);
  const chartTop = HEAD + key.height;
  const chartBottom = chartTop + geometry.height;
  const notes = words.notes.flatMap((note) => wrapped(note, width - 2 * EDGE, measure));
  const height = chartBottom + notes.length * 1.5 * SMALL + EDGE;
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": look.font,
    role: "img",
  };
  return element(
    "svg",
    root,
    element("title", {}, escaped(words.title)),
    element("desc", {}, escaped(words.summary)),
    element("rect", { width, height, fill: look.ground }),
    text(EDGE, 30, words.title, { fill: look.text, "font-size": 18, "font-weight": 600 }),
    text(EDGE, 50, words.subtitle, { fill: look.muted, "font-size": LEGEND }),
    element("g", { transform: `translate(${EDGE} ${HEAD})` }, key.markup),
    element("g", { transform: `translate(${EDGE} ${chartTop})` }, plotMarkup(geometry, look, measure)),
    ...notes.map((note, i) =>
      text(EDGE, chartBottom + (i + 1) * 1.5 * SMALL, note, { fill: look.muted, "font-size": SMALL }),
    ),
  );
}

/** The series side by side, in as many rows as they need. */
function legend(series, width, look, measure) {
  const entries = [];
  let x = 0;
  let y = ROW / 2;
  for (const one of series) {
    const needed = SWATCH + 8 + measure(one.name, LEGEND);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += ROW;
    }
    entries.push(legendEntry(one, x, y, look));
    x += needed + GAP;
  }
  return { markup: entries.join(""), height: entries.length > 0 ? y + ROW / 2 : 0 };
}

function legendEntry({ color, dash, name, shape }, x, y, look) {
  const stroke = { stroke: color, "stroke-width": 2, "stroke-dasharray": dash?.length > 0 ? dash.join(" ") : null };
  return [
    element("line", { x1: x, y1: y, x2: x + SWATCH, y2: y, ...stroke }),
    shapeMarkup({ ...shape, radius: 5 }, { x: x + SWATCH / 2, y }, { fill: color }),
    text(x + SWATCH + 8, y + 0.35 * LEGEND, name, { fill: look.text, "font-size": LEGEND }),
  ].join("");
}

/** Round values and the circles that stand for them, side by side; bubbles carry their names themselves. */
function sizeKey({ unit, entries }, look, measure) {
  const height = 2 * Math.max(0, ...entries.map(({ radius }) => radius)) + 4;
  let x = 0;
  const markup = entries.map(({ value, radius }) => {
    const label = withUnit(formatFigure(value), unit);
    const circle = {
      cx: x + radius + 1,
      cy: height / 2,
      r: radius,
      fill: "none",
      stroke: look.muted,
      "stroke-width": 1.5,
    };
    const after = x + 2 * radius + 8;
    x = after + measure(label, LEGEND) + GAP;
    return (
      element("circle", circle) +
      text(after, height / 2 + 0.35 * LEGEND, label, { fill: look.text, "font-size": LEGEND })
    );
  });
  return { markup: markup.join(""), height };
}

/** A text in lines of at most a width; a word that is longer keeps a line to itself. */
function wrapped(note, width, measure) {
  const lines = [];
  for (const word of note.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer, SMALL) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function text(x, y, content, attributes) {
  return element("text", { x, y, ...attributes }, escaped(content));
}
