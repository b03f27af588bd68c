// The trials of the Solace study (java-solace): a CSV with a row a trial, the latencies of its messages over two hops,
// from the broker to the server (`pub`) and from the server to the page (`prox`).

import { importedRun, technologyOf } from "./run.js";

const STUDY = { name: "java-solace, a study of Solace messages through a server", date: "2016-01-01" };

/** Its columns, as ours. */
const COLUMNS = {
  missing: "lost_deliveries",
  minpub: "broker_latency_min_ms",
  meanpub: "broker_latency_mean_ms",
  medianpub: "broker_latency_p50_ms",
  maxpub: "broker_latency_max_ms",
  minprox: "page_latency_min_ms",
  meanprox: "page_latency_mean_ms",
  medianprox: "page_latency_p50_ms",
  maxprox: "page_latency_max_ms",
};

export const solaceTrials = {
  id: "java-solace",
  name: "trials of the Solace study (CSV)",
  comparison: "relay",

  recognises(text) {
    const [header] = linesOf(text);
    return header !== undefined && ["trial", ...Object.keys(COLUMNS)].every((column) => header.includes(column));
  },

  read(text, origin) {
    const [header, ...lines] = linesOf(text);
    const { technology, notes } = technologyOf(origin);
    const cell = (cells, column) => Number(cells[header.indexOf(column)]);
    return {
      run: importedRun(this, origin, {
        study: STUDY,
        command: "index.html of java-solace",
        client: "java-solace",
        notes: [
          ...notes,
          "The file states no pause between messages: 0, none, is taken.",
          "Medians are in whole milliseconds; modes and standard deviations within a trial are left out.",
        ],
      }),
      results: lines.map((cells) => ({
        technology,
        pause_ms: 0,
        iteration: cell(cells, "trial"),
        ...Object.fromEntries(Object.entries(COLUMNS).map(([column, field]) => [field, cell(cells, column)])),
      })),
    };
  },
};

function linesOf(text) {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(","));
}
