// Checks a result file against contract 1: the schema's validators, compiled ahead of time, and what a
// schema can't say. A file with any fault is refused whole, with all of its faults.

import validators from "../../build/validators.js";
import { parseResultFile } from "./parse.js";
import { dotted, schemaFaults } from "./schema-faults.js";

/**
 * @param {string} file its name
 * @param {Uint8Array} bytes
 * @param {{row: string, dimensions: {id: string}[]}} comparison as in data/comparisons.yml
 * @returns {{run: ?object, rows: ?object[], faults: string[]}} `rows` is null if there is any fault; a fault
 *   reads `FILE:LINE: FIELD: what was found (expected what)`
 */
export function checkResultFile(file, bytes, comparison) {
  const { document, lines, faults } = parseResultFile(file, bytes, validators.columns[comparison.row]);
  if (!document) return refused(faults);
  const found = lines ? rowFaults(file, document.results, lines, comparison.row) : documentFaults(file, document);
  if (found.length > 0) return refused(found);
  const repeated = repeatedCells(file, document.results, lines, comparison);
  if (repeated.length > 0) return refused(repeated);
  return { run: document.run ?? null, rows: document.results, faults: [] };
}

function refused(faults) {
  return { run: null, rows: null, faults: faults.map(({ where, what }) => `${where}: ${what}`) };
}

function documentFaults(file, document) {
  if (validators.file(document)) return [];
  return schemaFaults(validators.file.errors).map(({ path, what }) => ({
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

function repeatedCells(file, rows, lines, comparison) {
  const keys = ["technology", ...comparison.dimensions.map(({ id }) => id), "iteration"];
  const first = new Map();
  return rows.flatMap((row, i) => {
    const cell = keys.map((key) => `${key} ${row[key]}`).join(", ");
    const where = lines ? `${file}:${lines[i]}` : `${file}: results[${i}]`;
    if (!first.has(cell)) {
      first.set(cell, where);
      return [];
    }
    return [
      { where, what: `${cell} is there twice, as in ${first.get(cell)} (expected each iteration of a cell once)` },
    ];
  });
}
