// A chart's figures as text: CSV and JSON with the numbers as they are, Markdown as the page's tables write them.

import { formatCount, formatInterval } from "../format.js";
import { t } from "../language.js";
import { remarkWords, statisticName, valueWords } from "../words.js";
import { cellsDrawn, measuresOf } from "./figures.js";

/** Comma-separated values after RFC 4180, with a header; what is missing is empty. */
export function csv(records) {
  const names = Object.keys(records[0] ?? {});
  const lines = records.map((record) => names.map((name) => quoted(record[name] ?? "")));
  return [names, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function quoted(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The records with what is needed to know what they are. */
export function json(records, { title, subtitle, source, measured }) {
  return `${JSON.stringify({ title, subtitle, source, measured, figures: records }, null, 2)}\n`;
}

/** A Markdown table, a row a cell, as the page's own table of the chart has it. */
export function markdown(dataset, spec, view, { title, subtitle, source, measured }) {
  const measures = measuresOf(dataset, spec, view);
  const { dimensions, axes } = dataset.comparison;
  const places = [...new Map([...dimensions, ...axes].map((place) => [place.id, place])).values()];
  const heads = [
    t`Technology`,
    ...places.map(({ label }) => label),
    t`Iterations`,
    ...measures.map(({ metric, statistic }) => `${metric.label}, ${statisticName(statistic.id)} (${metric.unit})`),
    t`Remarks`,
  ];
  const rows = cellsDrawn(dataset, spec, view).map((cell) => [
    dataset.technologyOf(cell).name,
    ...places.map((place) => valueWords(place, dataset.cells[place.id][cell])),
    formatCount(dataset.cells.n[cell]),
    ...measures.map(({ statistic }) => {
      const { mean, ci95 } = dataset.figure(cell, statistic.field);
      return formatInterval(mean, ci95);
    }),
    remarkWords(dataset.caveats(cell)).join("; "),
  ]);
  const rule = heads.map((_, i) => (i === 0 || i === heads.length - 1 ? "---" : "---:"));
  const lines = [heads, rule, ...rows].map((cells) => `| ${cells.map(barred).join(" | ")} |`);
  return `**${title}** (${subtitle})\n\n${lines.join("\n")}\n\n${measured}. ${source}\n`;
}

function barred(text) {
  return text.replaceAll("|", "\\|");
}
