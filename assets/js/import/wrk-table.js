// The table of the study Akka against Node.js: a TSV with a row a system and concurrency, made of what wrk prints.

import { numbered } from "./iterations.js";
import { importedRun, technologiesOf } from "./run.js";
import { eachRow, headerOf } from "./table.js";
import { figureIn } from "./values.js";

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
    const rows = rowsOf(text);
    const ids = technologiesOf(
      rows.map(({ system }) => system),
      origin,
    );
    return {
      run: importedRun(wrkTable, origin, {
        study: STUDY,
        command: "wrk",
        client: "wrk",
        notes: [
          "Requests a second are all that were answered, whatever the answer: the file tells no failed ones.",
          "Latencies are taken as milliseconds, as the study's charts have them; the file states no unit.",
          "wrk sends the next request when the last is answered: a server that stalls delays its own load, which hides most of the stall (coordinated omission).",
        ],
      }),
      results: numbered(
        rows.map(({ system, figures }) => ({ technology: ids.get(system), iteration: 1, ...figures })),
        ["concurrency"],
      ),
    };
  },
};

/** A row's system and figures; an empty cell is a figure that the study lacks. */
function rowsOf(text) {
  const rows = [];
  eachRow(text, { separator: "\t", columns: COLUMNS }, (cell, line) => {
    const measured = Object.entries(FIGURES).filter(([column]) => cell(column) !== "");
    const figure = (column) => figureIn(cell(column), `line ${line}: ${column}`);
    rows.push({
      system: cell("System"),
      figures: {
        concurrency: figure("Concurrency"),
        ...Object.fromEntries(measured.map(([column, field]) => [field, figure(column)])),
      },
    });
  });
  return rows;
}
