// The table of the Akka-against-Node.js study of 2015: a TSV with a row a system and concurrency, made from wrk's output.

import { ForeignFault, importedRun, technologyId } from "./run.js";

const STUDY = { name: "Akka against Node.js, the study of 2015", date: "2015-01-20" };

/** Its columns, as ours. */
const COLUMNS = {
  RequestsPerSec: "requests_per_s",
  LatencyAvg: "latency_mean_ms",
  Latency50: "latency_p50_ms",
  Latency90: "latency_p90_ms",
  Latency99: "latency_p99_ms",
};
const HEADER = ["System", "Concurrency", ...Object.keys(COLUMNS)];

export const wrkTable = {
  id: "akka-vs-node",
  name: "wrk table of the Akka-against-Node.js study (TSV)",
  comparison: "lookup",

  recognises(text) {
    const [header] = linesOf(text);
    return header !== undefined && HEADER.every((column) => header.includes(column));
  },

  read(text, origin) {
    const [header, ...lines] = linesOf(text);
    const systems = new Set(lines.map((cells) => cells[header.indexOf("System")]));
    if (origin.technology && systems.size > 1) {
      throw new ForeignFault(
        `holds several systems, ${[...systems].join(" and ")} (expected one to call ${origin.technology})`,
      );
    }
    return {
      run: importedRun(this, origin, {
        study: STUDY,
        command: "wrk",
        client: "wrk",
        notes: [
          "Latencies are taken as milliseconds, as the study's charts have them.",
          "wrk is a closed loop: a stalled server delays the next request, so the stall counts once (coordinated omission).",
        ],
      }),
      results: numbered(lines.map((cells) => row(header, cells, origin.technology))),
    };
  },
};

function linesOf(text) {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("\t"));
}

function row(header, cells, technology) {
  const cell = (column) => cells[header.indexOf(column)];
  const figures = Object.entries(COLUMNS).filter(([column]) => cell(column));
  return {
    technology: technology ?? technologyId(cell("System")),
    concurrency: Number(cell("Concurrency")),
    ...Object.fromEntries(figures.map(([column, field]) => [field, Number(cell(column))])),
  };
}

/** A cell that comes again is its next iteration. */
function numbered(rows) {
  const seen = new Map();
  return rows.map(({ technology, concurrency, ...figures }) => {
    const cell = `${technology} ${concurrency}`;
    seen.set(cell, (seen.get(cell) ?? 0) + 1);
    return { technology, concurrency, iteration: seen.get(cell), ...figures };
  });
}
