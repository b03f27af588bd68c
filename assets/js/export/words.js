// What goes with a chart when it is taken away: its title, when it was measured, where it is from, how to cite and
// embed it. Pure.

import { metricOf, titleOf } from "../charts/scope.js";
import { serialiseView } from "../state.js";
import { placeWords, statisticName } from "../words.js";
import { cellsDrawn, measuresOf } from "./figures.js";
import { escaped } from "./markup.js";

const MARKS = {
  whisker: "Whiskers: 95 % confidence intervals.",
  hollow: "Hollow: the client may have been the limit.",
  ring: "Ring: messages were lost.",
  cross: "Cross: an iteration did not finish.",
};
const FLOOR = "Dotted line: noise floor.";

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
  const [{ metric, statistic }] = measuresOf(dataset, spec, view);
  const bubble = spec.kind === "bubble";
  const link = serialiseView({ ...view, sort: null, versus: null }, page);
  const drawn = cellsDrawn(dataset, spec, view);
  const days = daysMeasured(dataset, drawn);
  return {
    title: bubble ? spec.title : titleOf(dataset, spec, view),
    subtitle: bubble
      ? `${placeWords(dataset.comparison, view.cell ?? spec.fixed).join(", ")}; area: ${metric.label}, ${statisticName(statistic.id)} (${metric.unit})`
      : `${statisticName(statistic.id)}, ${metricOf(dataset, spec, view).unit}; ${metric.better} is better`,
    query: link,
    publisher: spec.yours ? null : site.name,
    source: spec.yours ? filesOf(dataset, drawn).join(", ") : `${site.address}${link}#${site.id}`,
    measured:
      days.length > 0
        ? `Measured ${days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0]}`
        : "Date of measurement not stated",
    days,
  };
}

/** The days on which the cells' runs started, as `2026-11-21`, sorted. */
function daysMeasured(dataset, cells) {
  const started = cells.map((cell) => dataset.runs[dataset.cells.run[cell]]?.started_at).filter(Boolean);
  return [...new Set(started.map((time) => time.slice(0, 10)))].sort();
}

/** The files that the cells are from. */
function filesOf(dataset, cells) {
  return [...new Set(cells.map((cell) => dataset.cells.file[cell]))];
}

/** The lines below a picture: what its marks mean, as far as it has them, when it was measured and where it is from. */
export function noteLines({ series, floors }, { measured, publisher, source }) {
  const points = series.flatMap((one) => one.points);
  const marks = Object.keys(MARKS).filter((mark) => points.some((point) => point[mark]));
  const legend = [...marks.map((mark) => MARKS[mark]), ...(floors.length > 0 ? [FLOOR] : [])];
  return [legend.join(" "), `${measured}. Source: ${[publisher, source].filter(Boolean).join(", ")}`].filter(Boolean);
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
  return `${site.name}, “${site.page}”: ${title} (${subtitle}). ${measured}. ${source} (accessed ${accessed}).\n`;
}

/** @param {string} accessed the day, as `2026-11-21` */
export function bibtex({ title, subtitle, measured, source, days }, site, accessed) {
  const key = `${site.name} ${site.id}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const fields = {
    author: `{${tex(site.name)}}`,
    title: tex(`${title} (${subtitle})`),
    howpublished: `\\url{${source}}`,
    note: `${measured}; accessed ${accessed}`,
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
