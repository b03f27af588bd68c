// Reads a result file's bytes (contract 1) as strictly as the build does: every departure from JSON or
// from our TSV is a fault with its place. What the values may be is check.js' business.

import Papa from "papaparse";
import { repeatedKeys } from "./json-keys.js";
import { expectation, quote } from "./schema-faults.js";

const EXTENSION = /\.(tsv|json)$/i;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** What no field of ours holds: quotes, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STRAY = /["\u0000-\u001f\u007f]/;

/**
 * @typedef {{where: string, what: string}} Fault `where` as `FILE`, `FILE:LINE: FIELD` or `FILE: results[0].FIELD`
 */

/**
 * @param {string} file its name; `.json` and `.tsv` are read
 * @param {Uint8Array} bytes
 * @param {{properties: object, required: string[]}} definition of the rows' fields, for TSV
 * @returns {{document: ?object, lines: ?number[], faults: Fault[]}} `document` with `results` and, in JSON,
 *   `run`; `lines`: of each row of a TSV file its line. Where there are faults the document is null.
 */
export function parseResultFile(file, bytes, definition) {
  const extension = EXTENSION.exec(file)?.[0].toLowerCase();
  if (extension === undefined) return refused({ where: file, what: "is not a result file (expected a .tsv or .json)" });
  const { text, fault } = decoded(bytes);
  if (fault) return refused({ where: file, what: fault });
  if (text.trim() === "") {
    return refused({ where: file, what: "is empty (expected a result file with at least one row)" });
  }
  return extension === ".json" ? parseJson(file, text) : parseTsv(file, text, definition);
}

function decoded(bytes) {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { fault: "is UTF-16 (expected UTF-8)" };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { fault: "is not UTF-8 (expected a UTF-8 file)" };
  }
}

function parseJson(file, text) {
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return refused({ where: file, what: `${error.message} (expected strict JSON)` });
  }
  const repeated = repeatedKeys(text).map(({ line, key }) => ({
    where: `${file}:${line}`,
    what: `the key ${quote(key)} a second time (expected each key once in an object)`,
  }));
  return repeated.length > 0 ? refused(...repeated) : { document, lines: null, faults: [] };
}

function parseTsv(file, text, definition) {
  const { data } = Papa.parse(text.replaceAll("\r\n", "\n"), {
    delimiter: "\t",
    newline: "\n",
    quoteChar: "\0",
    header: false,
  });
  if (isBlank(data.at(-1))) data.pop();
  const [header, ...rows] = data;
  const faults = headerFaults(file, header, definition);
  rows.forEach((tokens, i) => {
    faults.push(...rowFaults(`${file}:${i + 2}`, tokens, header));
  });
  if (rows.length === 0)
    faults.push({ where: `${file}:1`, what: "has a header and no rows (expected at least one row)" });
  if (faults.length > 0) return refused(...faults);
  const results = rows.map((tokens) => Object.fromEntries(typedFields(tokens, header, definition.properties)));
  return { document: { results }, lines: rows.map((_, i) => i + 2), faults };
}

function isBlank(tokens) {
  return tokens.length === 1 && tokens[0].trim() === "";
}

function headerFaults(file, header, { properties, required }) {
  const faults = header.flatMap((field, i) => {
    if (field === "") return [{ where: `${file}:1: column ${i + 1}`, what: "has no name (expected a field)" }];
    const where = `${file}:1: ${field}`;
    if (!Object.hasOwn(properties, field)) return [{ where, what: "is not a field of schema/result.json" }];
    return header.indexOf(field) < i ? [{ where, what: "is there twice (expected each field once)" }] : [];
  });
  if (header.length === 1 && faults.length > 0) {
    return [{ where: `${file}:1`, what: "has no tab (expected fields with one tab between them)" }];
  }
  const missing = required.filter((field) => !header.includes(field));
  return [
    ...faults,
    ...missing.map((field) => ({
      where: `${file}:1: ${field}`,
      what: `is missing (expected a column of ${expectation(properties[field])})`,
    })),
  ];
}

function rowFaults(where, tokens, header) {
  if (isBlank(tokens)) return [{ where, what: "is blank (expected a row)" }];
  if (tokens.length !== header.length) {
    return [{ where, what: `has ${tokens.length} tokens (expected ${header.length}, as the header has fields)` }];
  }
  return tokens.flatMap((token, i) => {
    if (!STRAY.test(token)) return [];
    const found = token.includes('"') ? "a quote" : "a control character";
    return [{ where: `${where}: ${header[i]}`, what: `${quote(token)} has ${found} (expected the bare value)` }];
  });
}

/** An empty cell is an absent field; a token that isn't of its field's type stays text, for check.js to refuse. */
function typedFields(tokens, header, properties) {
  return tokens.flatMap((token, i) => {
    if (token === "") return [];
    const { type } = properties[header[i]];
    if ((type === "number" || type === "integer") && NUMBER.test(token)) return [[header[i], Number(token)]];
    if (type === "boolean" && (token === "true" || token === "false")) return [[header[i], token === "true"]];
    return [[header[i], token]];
  });
}

function refused(...faults) {
  return { document: null, lines: null, faults };
}
