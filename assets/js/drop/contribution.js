// A dropped file in the form in which data/ keeps it, and the path where it belongs there.

import validators from "../../build/validators.js";
import { checkResultFile } from "../results/check.js";
import { comparisonOf } from "./comparison.js";
import { asResultFile } from "./result-file.js";

const INDENT = 2;

/**
 * JSON, and what another tool wrote, becomes JSON with a line a row; rows become TSV with the fields in the schema's
 * order and none that is empty throughout. Both end with a line end, without byte order mark.
 * @param {File} file a sound one
 * @param {import("./comparison.js").Registry} registry
 * @param {{convert?: import("./result-file.js").Convert}} [options]
 * @returns {Promise<{path: string, blob: Blob}>}
 */
export async function canonicalFile(file, registry, options = {}) {
  const { file: name, bytes, fields } = await asResultFile(file, options);
  const comparison = comparisonOf(fields, registry);
  const { rows, run } = checkResultFile(name, bytes, comparison);
  const json = /\.json$/i.test(name);
  const text = json
    ? canonicalJson(JSON.parse(new TextDecoder().decode(bytes)))
    : canonicalTsv(rows, Object.keys(validators.definitions[comparison.row].properties));
  return {
    path: pathFor(comparison.id, [...new Set(rows.map(({ technology }) => technology))], run, name),
    blob: new Blob([text], { type: json ? "application/json" : "text/tab-separated-values" }),
  };
}

/** A JSON file as `rtbench` writes it: a line a row. */
export function canonicalJson(document) {
  const members = Object.entries(document).map(([key, value]) => {
    const text = Array.isArray(value) ? linesOf(value) : JSON.stringify(value, null, INDENT).replaceAll("\n", "\n  ");
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${members.join(",\n")}\n}\n`;
}

function linesOf(list) {
  return list.length === 0 ? "[]" : `[\n${list.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`;
}

/** Rows as TSV; `fields` in the order that their columns shall have. */
export function canonicalTsv(rows, fields) {
  const used = new Set(rows.flatMap(Object.keys));
  const header = fields.filter((field) => used.has(field));
  const lines = rows.map((row) => header.map((field) => row[field] ?? "").join("\t"));
  return [header.join("\t"), ...lines, ""].join("\n");
}

/** `data/chat/node-ws-2026-01-31.json`: by the technology, or of several by the file's own name, and the day of the run. */
export function pathFor(comparison, technologies, run, name) {
  const stem = technologies.length === 1 ? technologies[0] : plainStem(name);
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
