// What goes with a chart when it is taken away: its title, when it was measured, where it is from, how to cite and
// embed it. Pure.

import { escaped } from "../drawing/markup.js";
import { sceneOf } from "../drawing/scene.js";
import { cellsOf, daysMeasured, measuredWords, pictureSubtitle } from "../drawing/words.js";
import { t } from "../language.js";
import { isYours, serialiseView } from "../state.js";
import { metricTitle, placeWords } from "../words.js";
import { measuresOf } from "./figures.js";

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3
 * @param {import("../state.js").View} view
 * @param {object} site
 * @param {string} site.name
 * @param {string} site.page the page's title
 * @param {string} site.address of the page, without query
 * @param {string} site.id of the figure
 * @param {import("../state.js").Page} page
 * @returns {{title: string, subtitle: string, query: string, publisher: ?string, source: string, measured: string, days: string[]}}
 *   `query` and `source` open the view, as far as the chart shows it; of dropped files alone there is no publisher, and `source`
 *   names them
 */
export function chartWords(dataset, spec, view, site, page) {
  const scene = sceneOf(dataset, spec, view);
  const link = serialiseView({ ...view, sort: null, versus: null }, page);
  const drawn = cellsOf(scene);
  const days = daysMeasured(dataset, drawn);
  return {
    title: scene.words.title,
    subtitle: subtitleOf(dataset, spec, view, scene),
    query: link,
    publisher: spec.yours ? null : site.name,
    source: spec.yours ? filesOf(dataset, drawn).join(", ") : `${site.address}${link}#${site.id}`,
    measured: measuredWords(days),
    days,
  };
}

/** A bubble chart's has its cell, which a reader chose. */
function subtitleOf(dataset, spec, view, scene) {
  if (spec.kind === "line") return pictureSubtitle(scene);
  const [{ metric, statistic }] = measuresOf(dataset, spec, view);
  return t`${scene.words.place}; area: ${metricTitle(metric, statistic.id)}`;
}

/**
 * The published runs and files that a chart shows; those of a reader's own files are nobody else's business.
 * @returns {{runs: string[], files: string[]}} runs by name and id
 */
export function provenance(dataset, spec, view) {
  const drawn = cellsOf(sceneOf(dataset, spec, view));
  const published = drawn.filter((cell) => !isYours(dataset.technologyOf(cell).id));
  const runs = published.flatMap((cell) => dataset.runsOf(cell).map(({ id, name }) => `${name} (${id})`));
  return { runs: [...new Set(runs)], files: filesOf(dataset, published) };
}

/** The files that the cells are from. */
function filesOf(dataset, cells) {
  return [...new Set(cells.flatMap((cell) => dataset.filesOf(cell)))];
}

/** A file's name without its ending: `realtime-bench-latency-2-rooms-p99`. */
export function fileName(dataset, spec, view, site) {
  const [{ statistic }] = measuresOf(dataset, spec, view);
  const place = spec.kind === "bubble" ? placeWords(dataset.comparison, view.cell ?? spec.fixed) : [];
  return [site.name, site.id, ...place, statistic.id]
    .join(" ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

/** @param {string} accessed the day, as `2026-11-21` */
export function citation({ title, subtitle, measured, source }, site, accessed) {
  return `${t`${site.name}, “${site.page}”: ${title} (${subtitle}). ${measured}. ${source} (accessed ${accessed}).`}\n`;
}

/** @param {string} accessed the day, as `2026-11-21` */
export function bibtex({ title, subtitle, measured, source, days }, site, accessed) {
  const key = `${site.name} ${site.id}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const fields = {
    author: `{${tex(site.name)}}`,
    title: tex(`${title} (${subtitle})`),
    howpublished: `\\url{${source}}`,
    note: t`${measured}; accessed ${accessed}`,
    ...(days.length > 0 && { year: days.at(-1).slice(0, 4) }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{${key},\n${lines.join(",\n")}\n}\n`;
}

/**
 * The markup that shows this chart alone on another site.
 * @param {string} embed address of the site's page for it
 */
export function embedSnippet({ title, subtitle, query }, site, embed) {
  const view = query.slice(1);
  const place = new URL(site.address).pathname;
  const elsewhere = place !== new URL("..", embed).pathname;
  const chart = new URLSearchParams({ chart: site.id, ...(elsewhere && { page: place }) });
  const address = `${embed}?${[chart.toString().replaceAll("%2F", "/"), view].filter(Boolean).join("&")}`;
  const name = `${title} (${subtitle}), ${site.name}`;
  return `<iframe src="${escaped(address)}" title="${escaped(name)}" width="800" height="560" loading="lazy"></iframe>\n`;
}

/** A text without what LaTeX would take for a command. */
function tex(text) {
  return text.replace(/[&%$#_{}]/g, "\\$&");
}
