// The table of the study Akka against Node.js: a TSV with a row a system and concurrency, made of what wrk prints.

import { numbered } from "./iterations.js";
import { ForeignFault, importedRun, technologyId } from "./run.js";
import { cellsOf, headerOf } from "./values.js";

const STUDY = { name: "Akka against Node.js, 2015", date: "2015-01-20" };

/** Its columns of figures, as ours. */
const FIGURES = {
  RequestsPerSec: "requests_per_s",
  LatencyAvg: "latency_mean_ms",
  Latency50: "latency_p50_ms",
  Latency90: "latency_p90_ms",
  Latency99: "latency_p99_ms",
};
const COLUMNS = ["System", "Concurrency", ...Object.keys(FIGURES)];

export const wrkTable = {
  id: "akka-vs-node",
  name: "table of the study Akka against Node.js (TSV)",
  comparison: "lookup",

  recognises(text) {
    const header = headerOf(text, "\t");
    return COLUMNS.every((column) => header.includes(column));
  },

  read(text, origin) {
    const [header, ...lines] = cellsOf(text, "\t");
    const rows = lines.map((cells) => row(header, cells));
    return {
      run: importedRun(wrkTable, origin, {
        study: STUDY,
        command: "wrk",
        client: "wrk",
        notes: [
          "Latencies are taken as milliseconds, as the study's charts have them; the file states no unit.",
          "wrk sends the next request when the last is answered: a server that stalls delays its own load, which hides most of the stall (coordinated omission).",
        ],
      }),
      results: numbered(
        rows.map((one) => ({ ...one, technology: named(one, rows, origin) })),
        ["concurrency"],
      ),
    };
  },
};

/** The system's own name, or the one given to the only system. */
function named({ technology }, rows, origin) {
  if (!origin.technology) return technology;
  if (rows.some((row) => row.technology !== technology)) {
    throw new ForeignFault(`names several technologies (expected one, to be called ${origin.technology})`);
  }
  return origin.technology;
}

function row(header, cells) {
  const cell = (column) => cells[header.indexOf(column)];
  const measured = Object.entries(FIGURES).filter(([column]) => cell(column));
  return {
    technology: technologyId(cell("System")),
    concurrency: Number(cell("Concurrency")),
    iteration: 1,
    ...Object.fromEntries(measured.map(([column, field]) => [field, Number(cell(column))])),
  };
}
