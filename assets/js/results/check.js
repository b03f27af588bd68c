// Checks a result file against contract 1: the schema's validators, compiled ahead of time, and what a
// schema can't say. A file with any fault is refused whole, with all of its faults.

import validators from "../../build/validators.js";
import { fileErrors } from "./file-errors.js";
import { parseResultFile } from "./parse.js";
import { dotted, schemaFaults } from "./schema-faults.js";

/**
 * @param {string} file its name
 * @param {Uint8Array} bytes
 * @param {{row: string, dimensions: {id: string}[], axes: {product: string[]}[]}} comparison as in data/comparisons.yml
 * @returns {{run: ?object, rows: ?object[], faults: string[]}} `rows` is null if there is any fault; a fault
 *   reads `FILE:LINE: FIELD: what was found (expected what)`
 */
export function checkResultFile(file, bytes, comparison) {
  const { document, lines, faults } = parseResultFile(file, bytes, validators.definitions[comparison.row]);
  if (!document) return refused(faults);
  const found = lines
    ? rowFaults(file, document.results, lines, comparison.row)
    : documentFaults(file, document, comparison.row);
  if (found.length > 0) return refused(found);
  const contradictions = [
    ...cellFaults(file, document.results, lines, comparison),
    ...lengthFaults(file, document.series ?? []),
  ];
  if (contradictions.length > 0) return refused(contradictions);
  return { run: document.run ?? null, rows: document.results, faults: [] };
}

function refused(faults) {
  return { run: null, rows: null, faults: faults.map(({ where, what }) => `${where}: ${what}`) };
}

function documentFaults(file, document, row) {
  return schemaFaults(fileErrors(document, row)).map(({ path, what }) => ({
    where: path.length === 0 ? file : `${file}: ${dotted(path)}`,
    what,
  }));
}

function rowFaults(file, rows, lines, rowName) {
  const validate = validators[rowName];
  return rows.flatMap((row, i) => {
    if (validate(row)) return [];
    const place = `${file}:${lines[i]}`;
    return schemaFaults(validate.errors).map(({ path, what }) => ({
      where: path.length === 0 ? place : `${place}: ${dotted(path)}`,
      what,
    }));
  });
}

/** The columns of an iteration's course have a value for each second. */
function lengthFaults(file, series) {
  return series.flatMap((course, i) => {
    const expected = course.deliveries.length;
    const uneven = Object.entries(course).filter(([, column]) => Array.isArray(column) && column.length !== expected);
    return uneven.map(([field, column]) => ({
      where: `${file}: series[${i}].${field}`,
      what: `has ${column.length} values (expected ${expected}, as deliveries has)`,
    }));
  });
}

/** What rows say against each other: an iteration twice, iterations of a cell under different load. */
function cellFaults(file, rows, lines, comparison) {
  const dimensions = ["technology", ...comparison.dimensions.map(({ id }) => id)];
  const load = [...new Set(comparison.axes.flatMap(({ product }) => product))].filter((id) => !dimensions.includes(id));
  const places = rows.map((_, i) => (lines ? `${file}:${lines[i]}` : `${file}: results[${i}]`));
  const fieldPlace = (i, field) => (lines ? `${places[i]}: ${field}` : `${places[i]}.${field}`);
  const cells = new Map();
  return rows.flatMap((row, i) => {
    const cell = dimensions.map((id) => `${id} ${row[id]}`).join(", ");
    if (!cells.has(cell)) cells.set(cell, { first: i, iterations: new Map() });
    const { first, iterations } = cells.get(cell);
    const faults = load
      .filter((field) => row[field] !== rows[first][field])
      .map((field) => ({
        where: fieldPlace(i, field),
        what:
          `${row[field]} differs from the ${rows[first][field]} of the same cell in ${places[first]} ` +
          "(expected one value in all iterations of a cell)",
      }));
    if (iterations.has(row.iteration)) {
      const earlier = places[iterations.get(row.iteration)];
      const what = `${row.iteration} of ${cell} is already in ${earlier} (expected each iteration of a cell once in a run)`;
      return [...faults, { where: fieldPlace(i, "iteration"), what }];
    }
    iterations.set(row.iteration, i);
    return faults;
  });
}
