// A dropped file in the form in which data/ keeps it, and the path where it belongs there.

import validators from "../../build/validators.js";
import { checkResultFile } from "../results/check.js";
import { commaSeparatedToTsv } from "./comma-separated.js";
import { LIMITS } from "./limits.js";
import { comparisonOf } from "./read-file.js";
import { allBytes } from "./text-stream.js";

/**
 * JSON stays JSON, with two spaces of indent; rows become TSV with the fields in the schema's order and none that is
 * empty throughout. Both end with a line end, without byte order mark.
 * @param {File} file a sound one
 * @param {import("./read-file.js").Registry} registry
 * @returns {Promise<{path: string, blob: Blob}>}
 */
export async function canonicalFile(file, registry) {
  const name = file.name.replace(/\.gz$/i, "");
  const bytes = await allBytes(file, { packed: name !== file.name, most: LIMITS.streamed_bytes });
  const text = new TextDecoder().decode(bytes);
  if (/\.json$/i.test(name)) {
    const document = JSON.parse(text);
    const comparison = comparisonOf(Object.keys(document.results[0]), registry);
    return contribution(`${JSON.stringify(document, null, 2)}\n`, "json", comparison, document.results, document.run, name);
  }
  const tsv = /\.csv$/i.test(name) ? commaSeparatedToTsv(text) : text;
  const comparison = comparisonOf(tsv.slice(0, tsv.search(/\r?\n|$/)).split("\t"), registry);
  const { rows } = checkResultFile("rows.tsv", new TextEncoder().encode(tsv), comparison);
  const fields = Object.keys(validators.definitions[comparison.row].properties);
  return contribution(canonicalTsv(rows, fields), "tsv", comparison, rows, null, name);
}

/** Rows as TSV; `fields` in the order that their columns shall have. */
export function canonicalTsv(rows, fields) {
  const used = new Set();
  for (const row of rows) for (const field of Object.keys(row)) used.add(field);
  const header = fields.filter((field) => used.has(field));
  const lines = rows.map((row) => header.map((field) => row[field] ?? "").join("\t"));
  return [header.join("\t"), ...lines, ""].join("\n");
}

/** `data/chat/node-ws-2026-01-31.json`: by the technology, or else by the file's own name, and the day of the run. */
export function pathFor(comparison, technologies, run, name, extension) {
  const stem = technologies.length === 1 ? technologies[0] : plainStem(name);
  const day = run?.started_at ? `-${run.started_at.slice(0, 10)}` : "";
  return `data/${comparison.id}/${stem}${day}.${extension}`;
}

function plainStem(name) {
  const stem = name
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return stem || "results";
}

function contribution(text, extension, comparison, rows, run, name) {
  const technologies = [...new Set(rows.map(({ technology }) => technology))];
  return {
    path: pathFor(comparison, technologies, run, name, extension),
    blob: new Blob([text], { type: extension === "json" ? "application/json" : "text/tab-separated-values" }),
  };
}
