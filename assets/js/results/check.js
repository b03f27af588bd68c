// Judges one result file by itself: as it is read, by the rules, and its rows against each other.

import { told } from "./faults.js";
import { MergedFiles } from "./merge.js";
import { readText } from "./read.js";
import { ruleFaults } from "./rules.js";
import { decode } from "./text.js";

const EXTENSION = /\.[^./]+$/;

/**
 * What a file is judged by.
 * @typedef {object} Known
 * @property {import("./read.js").Schemas} schemas
 * @property {string[]} [technologies] ids of those that are known
 * @property {Date} [now] by which dates of the future are told
 */

/**
 * @param {string} file its name
 * @param {Uint8Array} bytes
 * @param {{row: string, dimensions: {id: string}[], axes: {product: string[]}[]}} comparison as in data/comparisons.yml
 * @param {Known} known
 * @returns {{result: ?import("./result-file.js").ResultFile, faults: string[], doubts: string[]}} `result` is null if there is any
 *   fault; a fault reads `FILE:LINE: FIELD: what was found (expected what)`; a doubt likewise, and the file may be right
 */
export function checkResultFile(file, bytes, comparison, known) {
  const { result, faults, text } = checked(file, bytes, comparison, known.schemas);
  const merged = new MergedFiles(comparison, new Map());
  const found = result ? [...rulesOn(result, comparison, known), ...merged.add(result)] : faults;
  const words = told(file, found, () => text);
  return { result: words.faults.length > 0 ? null : result, ...words };
}

/**
 * A file as it is read, by the schema alone.
 * @returns {{result: ?import("./result-file.js").ResultFile, faults: import("./faults.js").Fault[], text: ?string}}
 */
export function checked(file, bytes, comparison, schemas) {
  const ending = EXTENSION.exec(file)?.[0].toLowerCase() ?? "";
  if (ending !== ".json" && ending !== ".tsv") {
    const what = `is not a result file (expected ${schemas.hints[ending] ?? ".tsv or .json"})`;
    return { result: null, faults: [{ where: file, what }], text: null };
  }
  const { text, fault } = decode(file, bytes);
  if (fault) return { result: null, faults: [fault], text };
  return { ...readText(file, text, comparison.row, schemas), text };
}

/** What the rules say of a file that keeps the schema. */
export function rulesOn(result, comparison, { schemas, technologies = [], now = new Date() }) {
  const dimensions = comparison.dimensions.map(({ id }) => id);
  return ruleFaults(schemas.rules, result, { dimensions, technologies, now });
}
