// Reads one dropped file: what it is, whether it is sound, and its cells. Runs in the worker, and in the tests.

import validators from "../../build/validators.js";
import { checkResultFile } from "../results/check.js";
import { PlainTsv } from "../results/plain-tsv.js";
import { summarise } from "../results/summarise.js";
import { commaSeparatedToTsv } from "./comma-separated.js";
import { LIMITS } from "./limits.js";
import { packCells } from "./pack.js";
import { allBytes, byteChunks, Refused, wholeLines } from "./text-stream.js";

const PACKED = /\.gz$/i;
const HEADER_BYTES = 1 << 16;

/**
 * @typedef {object} Registry what /assets/registry.json holds
 * @property {object[]} comparisons as in data/comparisons.yml, each with its `page`
 * @property {object[]} metrics as in data/metrics.yml
 * @property {object[]} technologies with their `id`
 *
 * @typedef {object} Outcome
 * @property {string} name of the file
 * @property {string[]} faults as `FILE:LINE: FIELD: what was found (expected what)`; if there are any, nothing else is told
 * @property {number} more faults than those told
 * @property {string[]} doubts that don't keep the file from being shown
 * @property {string[]} assumed what a conversion took for granted
 * @property {?string} comparison id of the comparison that it belongs to
 * @property {?object} run as in schema/result.json
 * @property {number} rows
 * @property {?ReturnType<packCells>} cells
 */

/**
 * @param {File} file
 * @param {Registry} registry
 * @param {object} [options]
 * @param {function(number): void} [options.onRead] is told the bytes read so far
 * @param {function(string, string): Promise<?{name: string, text: string, assumed: string[]}>} [options.convert] makes a
 *   result file of what another tool wrote; null where it doesn't know the format
 * @returns {Promise<Outcome>}
 */
export async function readDroppedFile(file, registry, options = {}) {
  try {
    return await readResults(file, registry, options);
  } catch (error) {
    return refused(file.name, [`${file.name}: ${wordsOf(error)}`]);
  }
}

function wordsOf(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof RangeError) return "is nested too deeply, or too large (expected a result file)";
  return `can't be read: ${error.message}`;
}

async function readResults(file, registry, { onRead, convert = async () => null }) {
  const name = file.name.replace(PACKED, "");
  const packed = name !== file.name;
  const source = { packed, onRead };
  if (/\.tsv$/i.test(name)) {
    const plain = await readPlainTsv(file, name, registry, source);
    if (plain) return plain;
  }
  const bytes = await allBytes(file, { ...source, most: /\.tsv$/i.test(name) ? LIMITS.streamed_bytes : LIMITS.whole_bytes });
  return judge(name, bytes, registry, convert);
}

/** The outcome of a TSV file that is plainly sound; null for any other, which is to be judged closely. */
async function readPlainTsv(file, name, registry, source) {
  const options = { ...source, most: LIMITS.streamed_bytes };
  const header = await firstLine(file, options);
  const comparison = header && comparisonOf(header.split("\t"), registry);
  if (!comparison) return null;
  const known = new Set(registry.technologies.map(({ id }) => id));
  const fields = metricFields(comparison, registry);
  const reader = new PlainTsv(comparison, validators.definitions[comparison.row], fields, (id) => known.has(id));
  try {
    for await (const text of wholeLines(file, options)) if (!reader.take(text)) return null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
  if (!reader.tally?.count) return null;
  return accepted(name, comparison, null, reader.tally.count, reader.tally.summarise(), fields);
}

/** The first line, if it ends within the first 64 KiB. */
async function firstLine(file, options) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of byteChunks(file, { ...options, onRead: undefined })) {
    text += decoder.decode(chunk.subarray(0, HEADER_BYTES), { stream: true });
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end).replace(/\r$/, "");
    if (text.length >= HEADER_BYTES) return null;
  }
  return null;
}

async function judge(name, bytes, registry, convert) {
  const text = textOf(bytes);
  const converted = text === null ? null : await convert(name, text);
  if (converted) {
    const outcome = judgeOwn(converted.name, new TextEncoder().encode(converted.text), converted.text, registry);
    return { ...outcome, name, assumed: converted.assumed };
  }
  if (!/\.csv$/i.test(name) || text === null) return judgeOwn(name, bytes, text, registry);
  const tsv = commaSeparatedToTsv(text);
  const outcome = judgeOwn(name.replace(/\.csv$/i, ".tsv"), new TextEncoder().encode(tsv), tsv, registry);
  return {
    ...outcome,
    name,
    faults: outcome.faults.map((fault) => fault.replace(/^(.*?)\.tsv/, "$1.csv")),
    assumed: ["Fields are separated by commas. data/ takes them separated by tabs, as the prepared contribution has them."],
  };
}

function judgeOwn(name, bytes, text, registry) {
  const fields = text === null ? [] : fieldsOf(name, text);
  if (/\.tsv$/i.test(name) && fields.length > LIMITS.columns) {
    throw new Refused(`has ${fields.length} columns (expected ${LIMITS.columns} at most)`);
  }
  const comparison = comparisonOf(fields, registry) ?? registry.comparisons[0];
  const { run, rows, faults, doubts = [] } = checkResultFile(name, bytes, comparison);
  if (!rows) return refused(name, faults);
  const metrics = metricFields(comparison, registry);
  return { ...accepted(name, comparison, run, rows.length, summarise(rows, comparison, metrics), metrics), doubts };
}

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The fields that tell which comparison a file is of: a TSV file's header, a JSON file's first row. */
function fieldsOf(name, text) {
  if (/\.tsv$/i.test(name)) return text.slice(0, Math.max(0, text.search(/\r?\n|$/))).split("\t");
  try {
    const row = JSON.parse(text)?.results?.[0];
    return row && typeof row === "object" ? Object.keys(row) : [];
  } catch {
    return [];
  }
}

/** The comparison with most dimensions of those whose dimensions are all among the fields. */
export function comparisonOf(fields, { comparisons }) {
  const fitting = comparisons.filter(({ dimensions }) => dimensions.every(({ id }) => fields.includes(id)));
  return fitting.sort((a, b) => b.dimensions.length - a.dimensions.length)[0] ?? null;
}

function metricFields(comparison, { metrics }) {
  const own = metrics.filter(({ id }) => comparison.metrics.includes(id));
  return [...new Set(own.flatMap(({ statistics }) => Object.values(statistics)))];
}

function accepted(name, comparison, run, rows, cells, fields) {
  const technologies = new Set(cells.map(({ technology }) => technology)).size;
  for (const [found, what] of [[cells.length, "cells"], [technologies, "technologies"]]) {
    if (found > LIMITS[what]) throw new Refused(`has ${found} ${what} (expected ${LIMITS[what]} at most on a page)`);
  }
  return {
    name,
    faults: [],
    more: 0,
    doubts: [],
    assumed: [],
    comparison: comparison.id,
    run,
    rows,
    cells: packCells(cells, fields),
  };
}

function refused(name, faults) {
  return {
    name,
    faults: faults.slice(0, LIMITS.faults),
    more: Math.max(0, faults.length - LIMITS.faults),
    doubts: [],
    assumed: [],
    comparison: null,
    run: null,
    rows: 0,
    cells: null,
  };
}

