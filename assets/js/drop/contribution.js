// A dropped file in the form in which data/ keeps it, and the path where it belongs there.

import { fittingComparisons } from "../results/comparison.js";
import { asResultFile } from "./result-file.js";

const INDENT = 2;

/**
 * JSON, and what another tool wrote, becomes JSON with a line a row; rows become TSV with the fields in the schema's
 * order and none that is empty throughout, their values as they were written. Both end with a line end, without byte order mark.
 * @param {File} file a sound one
 * @param {{registry: import("../results/comparison.js").Registry, schemas: import("../results/read.js").Schemas}} context
 * @param {{convert?: import("./result-file.js").Convert}} [options]
 * @returns {Promise<{path: string, blob: Blob}>}
 */
export async function canonicalFile(file, { registry, schemas }, options = {}) {
  const { file: name, bytes, fields } = await asResultFile(file, schemas, options);
  const [comparison] = fittingComparisons(fields, registry, schemas.definitions);
  const text = new TextDecoder().decode(bytes);
  if (/\.json$/i.test(name)) {
    const document = JSON.parse(text);
    return {
      path: pathFor(comparison.id, document.results.map(technologyOf), document.run, name),
      blob: new Blob([canonicalJson(document)], { type: "application/json" }),
    };
  }
  const rows = readRows(text);
  return {
    path: pathFor(comparison.id, rows.tokens.map(rows.technologyOf), null, name),
    blob: new Blob([canonicalTsv(rows, Object.keys(schemas.definitions[comparison.row].properties))], {
      type: "text/tab-separated-values",
    }),
  };
}

function technologyOf({ technology }) {
  return technology;
}

/** A sound TSV's tokens, a list a row. */
function readRows(text) {
  const [header, ...tokens] = text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
  const slot = header.indexOf("technology");
  return { header, tokens, technologyOf: (row) => row[slot] };
}

/** Rows as TSV; `fields` in the order that their columns shall have. */
function canonicalTsv({ header, tokens }, fields) {
  const slots = fields
    .map((field) => header.indexOf(field))
    .filter((slot) => slot >= 0 && tokens.some((row) => row[slot] !== ""));
  const lines = [header, ...tokens].map((row) => slots.map((slot) => row[slot]).join("\t"));
  return `${lines.join("\n")}\n`;
}

/** A JSON file as `rtbench` writes it: a line a row. */
function canonicalJson(document) {
  const members = Object.entries(document).map(([key, value]) => {
    const text = Array.isArray(value) ? linesOf(value) : JSON.stringify(value, null, INDENT).replaceAll("\n", "\n  ");
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${members.join(",\n")}\n}\n`;
}

function linesOf(list) {
  return list.length === 0 ? "[]" : `[\n${list.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`;
}

/**
 * `data/chat/node-ws-2026-01-31.json`: by the technology, or of several by the file's own name, and the day of the run.
 * @param {string} comparison its id
 * @param {string[]} technologies of the rows
 * @param {?{started_at: string}} run
 * @param {string} name the file's
 */
export function pathFor(comparison, technologies, run, name) {
  const stem = new Set(technologies).size === 1 ? technologies[0] : plainStem(name);
  const day = run?.started_at ? `-${run.started_at.slice(0, 10)}` : "";
  return `data/${comparison}/${stem}${day}${/\.json$/i.test(name) ? ".json" : ".tsv"}`;
}

function plainStem(name) {
  const stem = name
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return stem || "results";
}
