// The bundle that takes charts away, loaded when a reader first asks for it: fills a chart's panel with what it can be
// had as, and makes that of the view at the moment.

import styles from "../../css/export.css";
import { adoptStyles } from "../adopt-styles.js";
import { svgFile } from "../drawing/picture.js";
import { sceneOf } from "../drawing/scene.js";
import { noteLines } from "../drawing/words.js";
import { t } from "../language.js";
import { doubtAddress } from "./doubt.js";
import { recordsOf } from "./figures.js";
import { csv, json, markdown } from "./formats.js";
import { buildPanel } from "./panel.js";
import { svgToPng } from "./png.js";
import { bibtex, chartWords, citation, embedSnippet, fileName, provenance } from "./words.js";

adoptStyles(styles);

/** In pixels. */
const SIZES = { line: { width: 960, plotHeight: 460 }, bubble: { width: 960, plotHeight: 600 } };

/**
 * @param {HTMLElement} figure of the page
 * @param {HTMLElement} panel to fill
 * @param {object} context
 * @param {import("../results/dataset.js").Dataset} context.dataset of the figure's comparison
 * @param {ReturnType<import("../state.js").createStore>} context.store
 * @param {import("../state.js").Page} context.page
 * @param {string} context.embed address of the page for one chart
 */
export function startExport(figure, panel, { dataset, store, page, embed }) {
  const spec = JSON.parse(figure.dataset.chart);
  const site = describeSite(figure.id);
  const words = () => chartWords(dataset, spec, store.view, site, page);
  const records = () => recordsOf(dataset, spec, store.view);
  const svg = () => drawSvg(sceneOf(dataset, spec, store.view), words());
  const { repository } = document.body.dataset;
  const doubt = () => doubtAddress(repository, words(), provenance(dataset, spec, store.view));
  const today = () => new Date().toISOString().slice(0, 10);
  const published = [
    { label: t`Embed`, make: () => embedSnippet(words(), site, embed) },
    { label: t`Citation`, make: () => citation(words(), site, today()) },
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
    links: repository && !spec.yours ? [{ label: t`Doubt this figure`, address: doubt }] : [],
  });
}

function describeSite(id) {
  const text = (selector) => document.querySelector(selector)?.textContent.trim();
  const address = location.origin + location.pathname;
  return { name: text(".site-title") ?? document.title, page: text("h1") ?? document.title, address, id };
}

/** On light ground: pictures go to paper and to slides, whatever the screen. */
function drawSvg(scene, words) {
  const description = scene.words.summary;
  return svgFile(scene, { ...words, description, notes: noteLines(scene, words) }, SIZES[scene.kind]);
}
