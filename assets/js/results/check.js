// Checks a result file against contract 1, by the rules and in the words of the build: the schema's validators, compiled ahead
// of time, what a schema can't say, and schema/rules.json. A file with any fault is refused whole, with all of its faults.

import validators from "../../build/validators.js";
import { fileErrors } from "./file-errors.js";
import { findOffsets } from "./json-places.js";
import { linesAndColumns, placeInText } from "./lines.js";
import { decode } from "./parse.js";
import { inWords, ruleFaults } from "./rules.js";
import { dotted, schemaFaults } from "./schema-faults.js";
import { jsonFault } from "./strict-json.js";
import { readTsv } from "./tsv.js";

const EXTENSION = /\.[^./]+$/;

/**
 * @param {string} file its name
 * @param {Uint8Array} bytes
 * @param {{row: string, dimensions: {id: string}[], axes: {product: string[]}[]}} comparison as in data/comparisons.yml
 * @param {{technologies?: string[], now?: Date}} known ids of the technologies that are known, and the time
 * @returns {{run: ?object, rows: ?object[], faults: string[], doubts: string[]}} `rows` is null if there is any fault; a
 *   fault reads `FILE:LINE: FIELD: what was found (expected what)`, in JSON `FILE:LINE:COLUMN: results[0].FIELD: …`; a doubt
 *   reads likewise, and the file may be right
 */
export function checkResultFile(file, bytes, comparison, { technologies = [], now = new Date() } = {}) {
  const extension = EXTENSION.exec(file)?.[0].toLowerCase() ?? "";
  if (extension !== ".json" && extension !== ".tsv") {
    const expected = validators.hints[extension] ?? ".tsv or .json";
    return refused([{ where: file, what: `is not a result file (expected ${expected})` }]);
  }
  const { text, fault } = decode(file, bytes);
  if (fault) return refused([fault]);
  const { document, faults } =
    extension === ".json" ? readJson(file, text, comparison) : readRows(file, text, comparison);
  if (!document) return refused(faults);
  const dimensions = comparison.dimensions.map(({ id }) => id);
  const found = [
    ...ruleFaults(validators.rules, document, { dimensions, technologies, now }),
    ...cellFaults(file, document.results, dimensions, comparison),
    ...processFaults(document, dimensions),
  ];
  const place = extension === ".json" ? (all) => inJson(file, text, all) : (all) => inTsv(file, all);
  const doubts = place(found.filter(({ doubtful }) => doubtful)).map(told);
  const certain = found.filter(({ doubtful }) => !doubtful);
  if (certain.length > 0) return refused(place(certain), doubts);
  return { run: document.run ?? null, rows: document.results, faults: [], doubts };
}

function refused(faults, doubts = []) {
  return { run: null, rows: null, faults: faults.map(told), doubts };
}

function told({ where, what }) {
  return `${where}: ${what}`;
}

function readJson(file, text, comparison) {
  const fault = jsonFault(text);
  if (fault) {
    return { document: null, faults: [{ where: placeInText(file, text, fault.offset), what: fault.what }] };
  }
  const definition = validators.definitions[comparison.row];
  const document = JSON.parse(text);
  const errors = fileErrors(document, comparison.row);
  const found =
    errors.length > 0
      ? schemaFaults(errors, (keys) => (isRow(keys) ? definition.properties : undefined))
      : lengthFaults(document.series ?? []);
  return found.length > 0 ? { document: null, faults: inJson(file, text, found) } : { document, faults: [] };
}

function isRow(keys) {
  return keys.length === 2 && keys[0] === "results";
}

function readRows(file, text, comparison) {
  const definition = validators.definitions[comparison.row];
  const validate = validators[comparison.row];
  const judge = (row) => (validate(row) ? [] : rowFaults(row, validate.errors, definition));
  const { rows, faults } = readTsv(file, text, definition, judge);
  return { document: rows && { results: rows }, faults };
}

function rowFaults(row, errors, definition) {
  const infinite = Object.keys(row).filter((field) => Math.abs(row[field]) === Number.POSITIVE_INFINITY);
  if (infinite.length === 0) return schemaFaults(errors, () => definition.properties);
  return infinite.map((field) => ({ keys: [field], what: "is too large a number (expected one below 1.8e308)" }));
}

/** Faults at keys as faults at lines and columns, in the order of the file. */
function inJson(file, text, faults) {
  if (faults.length === 0) return [];
  const paths = faults.map(({ keys }) => keys);
  const spots = linesAndColumns(text, findOffsets(text, paths));
  return faults
    .map(({ keys, what }, i) => ({ spot: spots[i], field: dotted(keys), what }))
    .sort((one, other) => one.spot[0] - other.spot[0] || one.spot[1] - other.spot[1] || compare(one.field, other.field))
    .map(({ spot, field, what }) => ({ where: `${[file, ...spot].join(":")}${field && `: ${field}`}`, what }));
}

function compare(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The same of a TSV, whose keys begin with `results` and the row's index. */
function inTsv(file, faults) {
  return faults
    .map(({ keys: [, row, field], what }) => ({ line: Number(row) + 2, field, what }))
    .sort((one, other) => one.line - other.line)
    .map(({ line, field, what }) => ({ where: `${file}:${line}: ${field}`, what }));
}

/** The columns of an iteration's course have a value for each second, as the one of them that every course of its kind has. */
function lengthFaults(series) {
  return series.flatMap((course, i) => {
    const measure = course.deliveries ? "deliveries" : "requests";
    const expected = course[measure].length;
    const uneven = Object.entries(course).filter(([, column]) => Array.isArray(column) && column.length !== expected);
    return uneven.map(([field, column]) => ({
      keys: ["series", String(i), field],
      what: `has ${column.length} values (expected ${expected}, as ${measure} has)`,
    }));
  });
}

/** A process belongs to an iteration that has a row, and is there once. */
function processFaults({ results, processes = [] }, dimensions) {
  const name = (entry) => `iteration ${entry.iteration} of ${inWords(entry, dimensions)}`;
  const measured = new Set(results.map(name));
  const told = new Set();
  return processes.flatMap((entry, i) => {
    const keys = ["processes", String(i)];
    const key = `${entry.process} of ${name(entry)}`;
    if (!measured.has(name(entry)))
      return [{ keys, what: `is of ${name(entry)}, which has no row (expected an iteration of results)` }];
    if (told.has(key))
      return [{ keys: [...keys, "process"], what: `${key} is there twice (expected each process once)` }];
    told.add(key);
    return [];
  });
}

/** What rows say against each other: an iteration twice, iterations of a cell under different load. */
function cellFaults(file, rows, dimensions, comparison) {
  const load = [...new Set(comparison.axes.flatMap(({ product }) => product))].filter((id) => !dimensions.includes(id));
  const place = (i) => (file.toLowerCase().endsWith(".json") ? `${file}: results[${i}]` : `${file}:${i + 2}`);
  const cells = new Map();
  return rows.flatMap((row, i) => {
    const cell = inWords(row, dimensions);
    if (!cells.has(cell)) cells.set(cell, { first: i, iterations: new Map() });
    const { first, iterations } = cells.get(cell);
    const faults = load
      .filter((field) => row[field] !== rows[first][field])
      .map((field) => ({
        keys: ["results", String(i), field],
        what:
          `${row[field]} differs from the ${rows[first][field]} of the same cell in ${place(first)} ` +
          "(expected one value in all iterations of a cell)",
      }));
    if (iterations.has(row.iteration)) {
      const earlier = place(iterations.get(row.iteration));
      const what = `${row.iteration} of ${cell} is already in ${earlier} (expected each iteration of a cell once in a run)`;
      return [...faults, { keys: ["results", String(i), "iteration"], what }];
    }
    iterations.set(row.iteration, i);
    return faults;
  });
}
