// All that the build draws of its pages' charts and writes of their figures, in the view that a page opens with. Pure.

import { describePage } from "../describe-page.js";
import { ENGLISH, useLanguage } from "../language.js";
import { readDataset } from "../results/dataset.js";
import { defaultView } from "../state.js";
import { figuresTable, summaryTable } from "../table/markup.js";
import { exceptionWords } from "../words.js";
import { escaped } from "./markup.js";
import { inlineSvg, sketchFile, svgFile } from "./picture.js";
import { sceneOf } from "./scene.js";
import { sizeKeyMarkup } from "./size-key.js";
import { cellsOf, daysMeasured, measuredWords, noteLines, pictureSubtitle, pictureTitle } from "./words.js";

/** Of the files, in the proportions of a social card; pixels. */
const FILE = { width: 960, height: 504 };
/** Of a page's first chart, beside the words that lead there; pixels. */
const THUMBNAIL = { width: 384, height: 208 };

/**
 * @typedef {object} Site
 * @property {{title: string, address: string}} site `address` below which its pages are, empty where it has none
 * @property {Object<string, object>} datasets contract 2 by comparison, as pages have them
 * @property {Object<string, import("../language.js").Language>} [languages] by their ids, besides English
 *
 * @typedef {object} Page
 * @property {string} url from the site's root
 * @property {?string} [lang] its language's id
 * @property {string[]} comparisons its own first
 * @property {?string[]} [shown] ids of the technologies that it opens with, where they aren't its comparisons'
 * @property {{id: string, spec: object, label: string, description: string}[]} charts `spec`: contract 3; `label`: what it is, for
 *   those who don't see it in its place; `description`: the same of its files
 * @property {{comparison: string, cell: object, technologies: string[]=}[]} [summaries] tables of all figures of a cell, perhaps of some
 *   technologies only
 * @property {{spec: object, technologies: string[]}[]} [sketches] line charts (contract 3) and the ids of those that each draws
 * @property {?string} [image] id of the chart that a link to the page shows
 */

/**
 * @param {Site} site
 * @param {function(string): *} toPng makes of an SVG document a card; what it gives is the page's `image`
 * @returns {function(Page): object} draws a page: its `url`, `charts` as `drawChart` gives them, `summaries` (a <thead> and a <tbody>
 *   each), `sketches`, `image` and `thumbnail`
 */
export function drawerOf({ site, datasets, languages = {} }, toPng) {
  const read = () => new Map(Object.entries(datasets).map(([id, data]) => [id, readDataset(data)]));
  const labelled = new Map();
  return ({ lang = null, ...page }) => {
    useLanguage(languages[lang] ?? ENGLISH);
    if (!labelled.has(lang)) labelled.set(lang, read());
    return drawPage(page, site, labelled.get(lang), toPng);
  };
}

function drawPage(
  { url, comparisons, shown = null, charts, summaries = [], sketches = [], image = null },
  site,
  all,
  toPng,
) {
  const datasetOf = (id) => all.get(id) ?? unknown(url, `comparison ${id}`, [...all.keys()]);
  const carried = new Map(comparisons.map((id) => [id, datasetOf(id)]));
  const specs = charts.map(({ spec }) => spec);
  const view = defaultView(describePage(carried, specs, [], shown));
  const source = [site.title, site.address && `${site.address}${url}`].filter(Boolean).join(", ");
  const drawn = charts.map((chart) => drawChart(chart, datasetOf(chart.spec.comparison), view, source));
  const card =
    image &&
    (drawn.find(({ id }) => id === image) ??
      unknown(
        url,
        `chart ${image}`,
        charts.map(({ id }) => id),
      ));
  return {
    url,
    charts: drawn,
    summaries: summaries.map(({ comparison, cell, technologies }) =>
      summaryTable(datasetOf(comparison), cell, technologies),
    ),
    sketches: sketches.map(({ spec, technologies }) => fieldSketch(spec, technologies, datasetOf(spec.comparison))),
    image: card && toPng(card.files.opening),
    thumbnail: card && thumbnail(charts[drawn.indexOf(card)], datasetOf, view),
  };
}

/**
 * @returns {{id: string, title: string, svg: string, words: string, missing: string, size_key: ?string, table: string,
 *   files: {opening: string, linear: string=, log: string=}}} markup but for `title`: the picture in its place, what it says in a
 *   sentence, who has nothing to draw or failed, what a bubble chart's areas mean, the figures; and the pictures as files: the chart as it opens,
 *   and on the other scale than its y axis has then
 */
function drawChart({ id, spec, label, description }, dataset, view, source) {
  const scene = sceneOf(dataset, spec, view);
  const title = pictureTitle(scene);
  const { words } = scene;
  const file = (drawn) => chartFile(drawn, dataset, { title, description: description ?? words.summary, source });
  const otherScale = scene.y.scale === "log" ? "linear" : "log";
  return {
    id,
    svg: inlineSvg(scene, { title, description: label ?? words.summary }),
    title,
    words: escaped(words.lead ?? words.frontier),
    missing: escaped(exceptionWords(words)),
    size_key: words.sizeKey ? sizeKeyMarkup(words.sizeKey) : null,
    table: figuresTable(dataset, spec, view),
    files: { opening: file(scene), [otherScale]: file(sceneOf(dataset, spec, { ...view, scale: otherScale })) },
  };
}

function thumbnail({ spec }, datasetOf, view) {
  return sketchFile(sceneOf(datasetOf(spec.comparison), spec, view), THUMBNAIL);
}

/** The lines of many technologies, of which an address names one (sketchFile). */
function fieldSketch(spec, technologies, dataset) {
  const view = defaultView(describePage(new Map([[spec.comparison, dataset]]), [spec], [], technologies));
  return sketchFile(sceneOf(dataset, spec, view), THUMBNAIL, { targets: true });
}

function chartFile(scene, dataset, { title, description, source }) {
  const measured = measuredWords(daysMeasured(dataset, cellsOf(scene)));
  const notes = noteLines(scene, { measured, publisher: null, source });
  return svgFile(scene, { title, subtitle: pictureSubtitle(scene), description, notes }, FILE, { dark: true });
}

/** @throws {Error} */
function unknown(url, what, known) {
  throw new Error(`${url}: ${what} is unknown (expected one of ${known.join(", ")})`);
}
