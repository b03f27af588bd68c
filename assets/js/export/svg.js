// The whole picture: title, legend, chart, what its marks mean, source and date, as one SVG that needs nothing else.

import { element, escaped } from "./markup.js";
import { plotMarkup } from "./plot.js";
import { shapeMarkup } from "./shapes.js";

const EDGE = 16;
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
 * @param {string[]} words.notes lines below the chart: the marks, source, date
 * @param {object} look as `readLook` gives it
 * @param {function(string, number): number} measure the width of a bold text of a size, in pixels
 * @returns {string} an SVG document
 */
export function chartSvg(geometry, words, look, measure) {
  const { width, series } = geometry;
  const legend = placeLegend(series, width, measure);
  const chartTop = 62 + legend.height;
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
    "aria-labelledby": "title summary",
  };
  return element(
    "svg",
    root,
    element("title", { id: "title" }, escaped(words.title)),
    element("desc", { id: "summary" }, escaped(words.summary)),
    element("rect", { width, height, fill: look.ground }),
    text(EDGE, 30, words.title, { fill: look.text, "font-size": 18, "font-weight": 600 }),
    text(EDGE, 50, words.subtitle, { fill: look.muted, "font-size": LEGEND }),
    element("g", { transform: "translate(0 62)" }, ...legend.entries.map((entry) => legendEntry(entry, look))),
    element("g", { transform: `translate(0 ${chartTop})` }, plotMarkup(geometry, look, measure)),
    ...notes.map((note, i) =>
      text(EDGE, chartBottom + (i + 1) * 1.5 * SMALL, note, { fill: look.muted, "font-size": SMALL }),
    ),
  );
}

/** The series side by side, in as many rows as they need; bubbles carry their names themselves. */
function placeLegend(series, width, measure) {
  const entries = [];
  let x = EDGE;
  let y = ROW / 2;
  for (const one of series.filter(({ kind }) => kind !== "bubble")) {
    const needed = SWATCH + 8 + measure(one.name, LEGEND);
    if (x > EDGE && x + needed > width - EDGE) {
      x = EDGE;
      y += ROW;
    }
    entries.push({ one, x, y });
    x += needed + GAP;
  }
  return { entries, height: entries.length > 0 ? y + ROW / 2 : 0 };
}

function legendEntry({ one, x, y }, look) {
  const { color, dash, name, shape } = one;
  const stroke = { stroke: color, "stroke-width": 2, "stroke-dasharray": dash?.length > 0 ? dash.join(" ") : null };
  return [
    element("line", { x1: x, y1: y, x2: x + SWATCH, y2: y, ...stroke }),
    shapeMarkup({ ...shape, radius: 5 }, { x: x + SWATCH / 2, y }, { fill: color }),
    text(x + SWATCH + 8, y + 0.35 * LEGEND, name, { fill: look.text, "font-size": LEGEND }),
  ].join("");
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
