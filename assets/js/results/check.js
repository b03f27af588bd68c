// Judges one result file by itself: as it is read, by the rules, and its rows against each other.

import { told } from "./faults.js";
import { MergedFiles } from "./merge.js";
import { readText } from "./read.js";
import { ruleFaults } from "./rules.js";
import { decode } from "./text.js";

const EXTENSION = /\.[^./]+$/;

/**
 * What a file is judged by, besides the schemas.
 * @typedef {object} Known
 * @property {import("./read.js").Schemas} schemas
 * @property {string[]} [technologies] ids of those that are known
 * @property {Date} [now]
 *
 * @param {string} file its name
 * @param {Uint8Array} bytes
 * @param {{row: string, dimensions: {id: string}[], axes: {product: string[]}[]}} comparison as in data/comparisons.yml
 * @param {Known} known
 * @returns {{result: ?import("./result-file.js").ResultFile, faults: string[], doubts: string[]}} `result` is null if there is any
 *   fault; a fault reads `FILE:LINE: FIELD: what was found (expected what)`; a doubt likewise, and the file may be right
 */
export function checkResultFile(file, bytes, comparison, known) {
  const { schemas } = known;
  const extension = EXTENSION.exec(file)?.[0].toLowerCase() ?? "";
  if (extension !== ".json" && extension !== ".tsv") {
    const expected = schemas.hints[extension] ?? ".tsv or .json";
    return { result: null, ...told(file, [{ where: file, what: `is not a result file (expected ${expected})` }]) };
  }
  const { text, fault } = decode(file, bytes);
  if (fault) return { result: null, ...told(file, [fault]) };
  const { result, faults } = readText(file, text, comparison.row, schemas);
  return judged(file, result, [...faults, ...(result ? doubtsAndFaults(result, comparison, known) : [])], () => text);
}

/** What the rules say of a file that keeps the schema, and its rows of each other. */
export function doubtsAndFaults(result, comparison, known) {
  return [...rulesOn(result, comparison, known), ...new MergedFiles(comparison, new Map()).add(result)];
}

/** What the rules say of a file that keeps the schema. */
export function rulesOn(result, comparison, { schemas, technologies = [], now = new Date() }) {
  const dimensions = comparison.dimensions.map(({ id }) => id);
  return ruleFaults(schemas.rules, result, { dimensions, technologies, now });
}

function judged(file, result, found, textOf) {
  const { faults, doubts } = told(file, found, textOf);
  return { result: faults.length > 0 ? null : result, faults, doubts };
}
