// The tables of the study java-solace: a Markdown document with a table for each hop of each of its two servers, and in it a row a pause. A
// figure is of all trials with that pause. What comes again, as rows for comparison do, has to be the same again.

import { ForeignFault, importedRun } from "./run.js";
import { SOLACE, SOLACE_LOAD, SOLACE_TECHNOLOGIES } from "./solace.js";
import { figureIn, withoutMark } from "./values.js";

const HEADING = /^#+\s*(.*)$/;
/** What the hops' tables are called, and how our fields of each begin. */
const HOPS = [
  [/Time between Solace and (Java|NodeJS) proxy server/, "broker_latency"],
  [/Time between (Java|NodeJS) proxy server and UI/, "page_latency"],
];
/** The columns behind the first, as our fields end. */
const COLUMNS = {
  "min (ms)": "min_ms",
  "max (ms)": "max_ms",
  "mode (ms)": "mode_ms",
  "median (ms)": "p50_ms",
  "mean (ms)": "mean_ms",
  "stdev (ms)": "sd_ms",
};
const HEADS = Object.keys(COLUMNS);
/** `**10**`, `**Sync (0ms)**` */
const PAUSE = /^\*\*(?:\w+ \((\d+)ms\)|(\d+))\*\*$/;
const RULE = /^-+:?$/;
/** What the study's clocks could not tell from nothing. */
const BELOW_ONE = "< 1";

export const solaceTables = {
  id: "java-solace-tables",
  name: "tables of the study java-solace (Markdown)",
  comparison: "relay",

  recognises(text) {
    return HOPS.every(([title]) => title.test(text)) && HEADS.every((head) => text.includes(`| ${head} `));
  },

  read(text, origin) {
    return {
      run: importedRun(solaceTables, origin, {
        ...SOLACE,
        notes: [
          "Each figure is of 60 trials of 1,000 messages, as the study says, so none has an interval. Deviations are within trials.",
          "Latencies are of whole milliseconds. A least latency below 1 ms is left out.",
        ],
      }),
      results: rowsOf(withoutMark(text)),
    };
  },
};

function rowsOf(text) {
  const rows = new Map();
  for (const { technology, hop, pause_ms, figures, line } of entriesOf(text)) {
    const key = `${technology} ${pause_ms}`;
    const row = rows.get(key) ?? { technology, ...SOLACE_LOAD, pause_ms, iteration: 1 };
    const said = Object.entries(figures).map(([end, figure]) => [`${hop}_${end}`, figure]);
    const other = said.find(([field, figure]) => (row[field] ?? figure) !== figure);
    if (other) {
      const [field, figure] = other;
      throw new ForeignFault(
        `line ${line}: ${field} is ${figure} (expected ${row[field]}, as the document has it before)`,
      );
    }
    rows.set(key, { ...row, ...Object.fromEntries(said) });
  }
  return [...rows.values()];
}

/** What the rows of all tables say: `{technology, hop, pause_ms, figures, line}`. */
function entriesOf(text) {
  let [title, heads] = ["", null];
  return text.split(/\r?\n/).flatMap((content, i) => {
    const line = i + 1;
    title = HEADING.exec(content)?.[1] ?? title;
    if (!content.startsWith("|")) heads = null;
    if (!content.startsWith("|")) return [];
    const cells = cellsIn(content, line);
    if (!heads) checkHeads(cells, line);
    const isBody = heads && !cells.every((cell) => RULE.test(cell));
    heads ??= cells;
    return isBody ? [{ ...whoseTable(title, line), ...readRow(cells, heads, line), line }] : [];
  });
}

function cellsIn(content, line) {
  if (!/\|\s*$/.test(content) || content.trimEnd() === "|") {
    throw new ForeignFault(`line ${line}: ends in the middle of a row (expected | behind its last cell)`);
  }
  const cells = content.trimEnd().slice(1, -1).split("|");
  return cells.map((cell) => cell.trim());
}

function checkHeads(heads, line) {
  const [, ...found] = heads;
  if (found.length === HEADS.length && HEADS.every((head) => found.includes(head))) return;
  throw new ForeignFault(`line ${line}: has the columns ${found.join(", ")} (expected ${HEADS.join(", ")})`);
}

/** Whose table stands under a title, and of which hop. */
function whoseTable(title, line) {
  const found = HOPS.map(([words, hop]) => ({ server: words.exec(title)?.[1], hop })).find(({ server }) => server);
  if (found) return { technology: SOLACE_TECHNOLOGIES.get(found.server), hop: found.hop };
  const expected = "Time between Solace and Java proxy server, or the like, above each table";
  throw new ForeignFault(`line ${line}: is of a table under ${JSON.stringify(title)} (expected ${expected})`);
}

function readRow(cells, heads, line) {
  if (cells.length !== heads.length) {
    throw new ForeignFault(`line ${line}: has ${cells.length} cells (expected ${heads.length}, as the heads are)`);
  }
  const [, said, plain] = PAUSE.exec(cells[0]) ?? [];
  const pause = said ?? plain;
  if (pause === undefined) {
    throw new ForeignFault(`line ${line}: ${JSON.stringify(cells[0])} is no pause (expected one such as **10**)`);
  }
  const told = heads.map((head, i) => [head, cells[i]]).filter(([head, cell]) => head in COLUMNS && cell !== BELOW_ONE);
  const figures = told.map(([head, cell]) => [COLUMNS[head], figureIn(cell, `line ${line}: ${head}`)]);
  return { pause_ms: Number(pause), figures: Object.fromEntries(figures) };
}
