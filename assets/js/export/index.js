// The bundle that takes charts away, loaded when a reader first asks for it: fills a chart's panel with what it can be
// had as, and makes that of the view at the moment.

import { bubbleChart } from "../charts/bubble.js";
import { lineChart } from "../charts/line.js";
import { recordsOf } from "./figures.js";
import { csv, json, markdown } from "./formats.js";
import { readGeometry } from "./geometry.js";
import { buildPanel } from "./panel.js";
import { svgToPng } from "./png.js";
import { chartSvg } from "./svg.js";
import { bibtex, chartWords, citation, embedSnippet, fileName, noteLines } from "./words.js";

const KINDS = { line: lineChart, bubble: bubbleChart };
const SIZES = { line: { width: 928, height: 460 }, bubble: { width: 928, height: 600 } };

/** The page's colours on light ground: pictures go to paper and to slides, whatever the screen. */
const LOOK = { scheme: "light", text: "#1a1c20", muted: "#565c66", grid: "#dfdcd4", ground: "#ffffff" };

/**
 * @param {HTMLElement} figure of the page
 * @param {HTMLElement} panel to fill
 * @param {object} context
 * @param {import("../results/dataset.js").Dataset} context.dataset of the figure's comparison
 * @param {ReturnType<import("../state.js").createStore>} context.store
 * @param {import("../state.js").Page} context.page
 * @param {string} context.embed address of the page for one chart
 * @param {typeof import("../charts/apart.js").layOut} context.layOut
 */
export function startExport(figure, panel, { dataset, store, page, embed, layOut }) {
  const spec = JSON.parse(figure.dataset.chart);
  const site = describeSite(figure.id);
  const words = () => chartWords(dataset, spec, store.view, site, page);
  const records = () => recordsOf(dataset, spec, store.view);
  const svg = () => drawSvg({ dataset, spec, view: store.view, words: words(), layOut });
  const today = () => new Date().toISOString().slice(0, 10);
  const published = [
    { label: "Embed", make: () => embedSnippet(words(), site, embed) },
    { label: "Citation", make: () => citation(words(), site, today()) },
    { label: "BibTeX", make: () => bibtex(words(), site, today()) },
  ];

  buildPanel(panel, store, {
    name: () => fileName(dataset, spec, store.view, site),
    files: [
      { label: "SVG", ending: "svg", make: () => new Blob([svg()], { type: "image/svg+xml" }) },
      { label: "PNG", ending: "png", make: () => svgToPng(svg()) },
      { label: "CSV", ending: "csv", make: () => new Blob([csv(records())], { type: "text/csv" }) },
      { label: "JSON", ending: "json", make: () => new Blob([json(records(), words())], { type: "application/json" }) },
    ],
    texts: [
      { label: "Markdown", make: () => markdown(dataset, spec, store.view, words()) },
      ...(spec.yours ? [] : published),
    ],
  });
}

function describeSite(id) {
  const text = (selector) => document.querySelector(selector)?.textContent.trim();
  const address = location.origin + location.pathname;
  return { name: text(".site-title") ?? document.title, page: text("h1") ?? document.title, address, id };
}

function drawSvg({ dataset, spec, view, words, layOut }) {
  const font = getComputedStyle(document.documentElement).getPropertyValue("--font").trim();
  const look = { ...LOOK, font };
  const { config, summary, sizeKey } = KINDS[spec.kind](dataset, spec, view, look);
  const geometry = layOut(config, SIZES[spec.kind], readGeometry);
  const context = document.createElement("canvas").getContext("2d");
  const measure = (text, size) => {
    context.font = `600 ${size}px ${font}`;
    return context.measureText(text).width;
  };
  return chartSvg(geometry, { ...words, summary, sizeKey, notes: noteLines(geometry, words) }, look, measure);
}
