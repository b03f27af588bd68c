// Reads a result file (contract 1) strictly, one way for TSV and one for JSON. A file with any fault is refused whole, with all of its
// faults.

import { Columns } from "./columns.js";
import { placeInText } from "./lines.js";
import { ResultFile } from "./result-file.js";
import { schemaFaults } from "./schema-faults.js";
import { jsonFault } from "./strict-json.js";
import { TsvReader } from "./tsv.js";

/**
 * What files are judged by: script/schemas.mjs makes it of schema/.
 * @typedef {object} Schemas
 * @property {Object<string, function>} validators by ajv, with `allErrors` and `verbose`: `envelope` of a JSON result file but for its
 *   rows, `run_file` of what stands beside a TSV, and one a row definition, by its name
 * @property {Object<string, {properties: object, required: string[]}>} definitions of rows, references resolved
 * @property {object[]} rules of schema/rules.json
 * @property {Object<string, string>} hints likewise: by a file's ending, what is expected in its place
 */

/**
 * @param {string} file its name in messages, ending in `.tsv` or `.json`
 * @param {string} text not blank
 * @param {string} row the definition of its rows
 * @param {Schemas} schemas
 * @returns {{result: ?ResultFile, faults: import("./faults.js").Fault[]}} no result where there is any fault
 */
export function readText(file, text, row, schemas) {
  if (file.endsWith(".json")) return readJson(file, text, row, schemas);
  const reader = tsvReader(file, row, schemas);
  reader.take(text);
  return resultOfTsv(reader);
}

/** A reader of a TSV whose pieces come one after the other. */
export function tsvReader(file, row, { validators, definitions }, mostFaults) {
  return new TsvReader(file, definitions[row], rowJudge(validators[row], definitions[row]), mostFaults);
}

/** What a reader made of a TSV, once it has taken all of it. */
export function resultOfTsv(reader) {
  const { columns, faults } = reader.finish();
  return { result: columns && new ResultFile(reader.file, columns), faults };
}

/**
 * A JSON text as a value.
 * @returns {{document: *, faults: import("./faults.js").Fault[]}}
 */
export function parsedJson(file, text) {
  const fault = jsonFault(text);
  if (!fault) return { document: JSON.parse(text), faults: [] };
  return { document: undefined, faults: [{ where: placeInText(file, text, fault.offset), what: fault.what }] };
}

function readJson(file, text, row, { validators, definitions }) {
  const { document, faults } = parsedJson(file, text);
  if (faults.length > 0) return { result: null, faults };
  const columns = new Columns(definitions[row].properties);
  const found = [
    ...(validators.envelope(document) ? [] : schemaFaults(validators.envelope.errors)),
    ...takeRows(document?.results, columns, rowJudge(validators[row], definitions[row])),
  ];
  if (found.length === 0) found.push(...lengthFaults(document.series ?? []));
  return found.length > 0
    ? { result: null, faults: found }
    : { result: new ResultFile(file, columns, document), faults: [] };
}

/** @returns {import("./faults.js").Fault[]} of rows, which are the columns' where there are none */
function takeRows(rows, columns, judge) {
  if (!Array.isArray(rows)) return [];
  const faults = [];
  rows.forEach((row, i) => {
    const found = judge(row);
    faults.push(...found.map(({ keys, what }) => ({ keys: ["results", i, ...keys], what })));
    if (faults.length === 0) columns.add(row);
  });
  return faults;
}

const NONE = [];

function rowJudge(validate, { properties }) {
  return (row) => (validate(row) ? NONE : rowFaults(row, validate.errors, properties));
}

function rowFaults(row, errors, properties) {
  const infinite = Object.keys(row ?? {}).filter((field) => Math.abs(row[field]) === Number.POSITIVE_INFINITY);
  if (infinite.length === 0) return schemaFaults(errors, (keys) => (keys.length === 0 ? properties : undefined));
  return infinite.map((field) => ({ keys: [field], what: "is too large a number (expected one below 1.8e308)" }));
}

/** The column that every course of its kind has: of seconds deliveries or requests, of a search's probes users or clients. */
const MEASURES = ["deliveries", "requests", "users", "clients"];

/** Bins are pairs. */
function isByTime(column) {
  return Array.isArray(column) && !Array.isArray(column[0]);
}

/** What the schema can't say: the columns of an iteration's course have as many values as the one of them that is always there. */
function lengthFaults(series) {
  return series.flatMap((course, i) => {
    const measure = MEASURES.find((column) => Array.isArray(course[column]));
    const expected = course[measure].length;
    const uneven = Object.entries(course).filter(([, column]) => isByTime(column) && column.length !== expected);
    return uneven.map(([field, column]) => ({
      keys: ["series", i, field],
      what: `has ${column.length} values (expected ${expected}, as ${measure} has)`,
    }));
  });
}
