// The trials of the study java-solace: a CSV with a row a trial, and the latencies of its messages over two hops, from the
// broker to the server (`pub`) and from the server to the page (`prox`).

import { importedRun } from "./run.js";
import { SOLACE, SOLACE_LOAD, SOLACE_TECHNOLOGIES } from "./solace.js";
import { eachRow, headerOf } from "./table.js";
import { figureIn } from "./values.js";

/** One of the study's two servers: the format is of its page. */
const TECHNOLOGY = SOLACE_TECHNOLOGIES.get("Java");

/** Its columns, as ours. */
const FIGURES = {
  missing: "lost_deliveries",
  minpub: "broker_latency_min_ms",
  modepub: "broker_latency_mode_ms",
  medianpub: "broker_latency_p50_ms",
  meanpub: "broker_latency_mean_ms",
  stdevpub: "broker_latency_sd_ms",
  maxpub: "broker_latency_max_ms",
  minprox: "page_latency_min_ms",
  modeprox: "page_latency_mode_ms",
  medianprox: "page_latency_p50_ms",
  meanprox: "page_latency_mean_ms",
  stdevprox: "page_latency_sd_ms",
  maxprox: "page_latency_max_ms",
};
const COLUMNS = ["trial", ...Object.keys(FIGURES)];

export const solaceTrials = {
  id: "java-solace",
  name: "trials of the study java-solace (CSV)",
  comparison: "relay",

  recognises(text) {
    const header = headerOf(text, ",");
    return COLUMNS.every((column) => header.includes(column));
  },

  read(text, origin) {
    return {
      run: importedRun(solaceTrials, origin, {
        ...SOLACE,
        notes: notes(origin),
      }),
      results: rowsOf(text, origin.technology ?? TECHNOLOGY),
    };
  },
};

function rowsOf(text, technology) {
  const rows = [];
  eachRow(text, { separator: ",", columns: COLUMNS }, (cell, line) => {
    const figure = (column) => figureIn(cell(column), `line ${line}: ${column}`);
    const figures = Object.entries(FIGURES).map(([column, field]) => [field, figure(column)]);
    const load = { ...SOLACE_LOAD, pause_ms: 0, expected_deliveries: SOLACE_LOAD.messages };
    rows.push({ technology, ...load, iteration: figure("trial"), ...Object.fromEntries(figures) });
  });
  return rows;
}

function notes({ technology }) {
  const assumed = `The file names no technology; ${TECHNOLOGY}, Java over STOMP, is the study's server that this format is of.`;
  return [
    ...(technology ? [] : [assumed]),
    "The file states no pause between messages; none is assumed.",
    "Each trial is of 1,000 messages to one page, as the study says; the file does not. Latencies are of whole milliseconds.",
  ];
}
