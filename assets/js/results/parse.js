// Reads a result file's bytes (contract 1) as strictly as the build does: every departure from JSON or
// from our TSV is a fault with its place. What the values may be is check.js' business.

import Papa from "papaparse";
import { repeatedKeys } from "./json-keys.js";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * @typedef {{place: string, found: string, expected: string}} Fault `place` as `FILE:LINE: FIELD` or `FILE: results[0].FIELD`
 */

/**
 * @param {string} file its name; `.json` and `.tsv` are read
 * @param {Uint8Array} bytes
 * @param {Object<string, string>} types JSON types of the rows' fields, for TSV
 * @returns {{document: ?object, lines: ?number[], faults: Fault[]}} `document` with `results` and, in JSON,
 *   `run`; `lines`: of each row of a TSV file its line. Where there are faults the document is null.
 */
export function parseResultFile(file, bytes, types) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refused({ place: file, found: "bytes that are not UTF-8", expected: "UTF-8 text" });
  }
  if (text.trim() === "") return refused({ place: file, found: "an empty file", expected: "results" });
  return file.toLowerCase().endsWith(".json") ? parseJson(file, text) : parseTsv(file, text, types);
}

function parseJson(file, text) {
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return refused({ place: file, found: error.message, expected: "strict JSON" });
  }
  const repeated = repeatedKeys(text);
  if (repeated.length === 0) return { document, lines: null, faults: [] };
  return refused(
    ...repeated.map(({ line, key }) => ({
      place: `${file}:${line}: ${key}`,
      found: "a key for the second time",
      expected: "each key once",
    })),
  );
}

function parseTsv(file, text, types) {
  const { data, errors } = Papa.parse(text.replaceAll("\r\n", "\n"), {
    delimiter: "\t",
    newline: "\n",
    quoteChar: "\0",
    header: false,
  });
  const faults = errors.map(({ row, message }) => ({
    place: `${file}:${row + 1}`,
    found: message,
    expected: "tab-separated fields",
  }));
  if (data.at(-1).length === 1 && data.at(-1)[0] === "") data.pop();
  const [header, ...rows] = data;
  faults.push(...headerFaults(file, header, types));
  rows.forEach((cells, i) => {
    faults.push(...rowFaults(`${file}:${i + 2}`, cells, header));
  });
  if (rows.length === 0) faults.push({ place: file, found: "a header without rows", expected: "at least one row" });
  if (faults.length > 0) return refused(...faults);
  const results = rows.map((cells) => Object.fromEntries(typedFields(cells, header, types)));
  return { document: { results }, lines: rows.map((_, i) => i + 2), faults };
}

function headerFaults(file, header, types) {
  return header.flatMap((field, i) => {
    const place = `${file}:1: ${field}`;
    if (!(field in types)) return [{ place, found: "an unknown field", expected: "a field of schema/result.json" }];
    if (header.indexOf(field) < i)
      return [{ place, found: "a field for the second time", expected: "each field once" }];
    return [];
  });
}

function rowFaults(place, cells, header) {
  if (cells.length !== header.length) {
    return [{ place, found: `${cells.length} fields`, expected: `${header.length}, as in the header` }];
  }
  return cells.flatMap((cell, i) =>
    cell.includes('"') ? [{ place: `${place}: ${header[i]}`, found: cell, expected: "a value without quotes" }] : [],
  );
}

/** An empty cell is an absent field; a cell that isn't of its field's type stays text, for check.js to refuse. */
function typedFields(cells, header, types) {
  return cells.flatMap((cell, i) => {
    if (cell === "") return [];
    const type = types[header[i]];
    if ((type === "number" || type === "integer") && NUMBER.test(cell)) return [[header[i], Number(cell)]];
    if (type === "boolean" && (cell === "true" || cell === "false")) return [[header[i], cell === "true"]];
    return [[header[i], cell]];
  });
}

function refused(...faults) {
  return { document: null, lines: null, faults };
}
