// Reads one dropped file: what it is, whether it is sound, and its cells. Runs in the worker, and in the tests.

import { checked, rulesOn } from "../results/check.js";
import { fittingComparisons, metricFields } from "../results/comparison.js";
import { told } from "../results/faults.js";
import { MergedFiles } from "../results/merge.js";
import { resultOfTsv, tsvReader } from "../results/read.js";
import { LIMITS } from "./limits.js";
import { packCells } from "./pack.js";
import { asResultFile, isOurs, unpackedName } from "./result-file.js";
import { byteChunks, Refused, wholeLines } from "./text-stream.js";

const TSV = /\.tsv$/i;
const LONGEST_HEADER = 1 << 16;

/**
 * @typedef {object} Outcome
 * @property {string} name of the file
 * @property {string[]} faults as `FILE:LINE: FIELD: what was found (expected what)`; if there are any, the file is not shown
 * @property {string[]} doubts that don't keep it from being shown
 * @property {number} more faults or doubts than those told
 * @property {string[]} assumed what a conversion took for granted
 * @property {?string} comparison id of the comparison that it belongs to
 * @property {?object} run as in schema/result.json
 * @property {number} rows
 * @property {?ReturnType<packCells>} cells
 */

/**
 * @param {File} file
 * @param {{registry: import("../results/comparison.js").Registry, schemas: import("../results/read.js").Schemas}} context what it is
 *   judged by
 * @param {object} [options]
 * @param {function(number): void} [options.onRead] is told the bytes read so far
 * @param {import("./result-file.js").Convert} [options.convert] makes a result file of what another tool wrote
 * @returns {Promise<Outcome>}
 */
export async function readDroppedFile(file, context, options = {}) {
  try {
    const streamed = TSV.test(unpackedName(file)) ? await readTsv(file, context, options) : null;
    return streamed ?? (await readWhole(file, context, options));
  } catch (error) {
    return outcome(file.name, { faults: [`${file.name}: ${wordsOf(error)}`] });
  }
}

function wordsOf(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof RangeError) return "is nested too deeply, or too large (expected a result file)";
  return `can't be read: ${error.message}`;
}

/** A TSV, a piece at a time; null where it is not plainly one of ours, or not UTF-8. */
async function readTsv(file, context, { onRead }) {
  const name = unpackedName(file);
  const source = { packed: name !== file.name, most: LIMITS.tsv_bytes };
  const fields = await firstFields(file, source);
  const [comparison] = isOurs(fields, context.schemas) ? comparisonsOf(fields, context) : [];
  if (!comparison) return null;
  const reader = tsvReader(name, comparison.row, context.schemas, LIMITS.faults_counted);
  try {
    for await (const text of wholeLines(file, { ...source, onRead })) reader.take(text);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
  return joined(file.name, { file: name, shown: name, ...resultOfTsv(reader) }, comparison, context);
}

function comparisonsOf(fields, { registry, schemas }) {
  return fittingComparisons(fields, registry, schemas.definitions);
}

/** The fields of the first line; none where it is longer than a header can be. */
async function firstFields(file, source) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of byteChunks(file, source)) {
    text += decoder.decode(chunk.subarray(0, LONGEST_HEADER), { stream: true });
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end).replace(/\r$/, "").split("\t");
    if (text.length >= LONGEST_HEADER) return [];
  }
  return [];
}

async function readWhole(file, context, options) {
  const { bytes, fields, ...source } = await asResultFile(file, context.schemas, options);
  const comparison = comparisonsOf(fields, context)[0] ?? context.registry.comparisons[0];
  const read = checked(source.file, bytes, comparison, context.schemas);
  return joined(file.name, { ...source, ...read }, comparison, context);
}

/** What a file that was read comes to: its rows by the rules and against each other, then its cells. */
function joined(name, { file, shown, result, faults, text = "", assumed = [] }, comparison, { registry, schemas }) {
  const merged = new MergedFiles(comparison, metricFields(comparison, registry));
  const known = { schemas, technologies: registry.technologies.map(({ id }) => id) };
  const found = result ? [...rulesOn(result, comparison, known), ...merged.add(result)] : faults;
  const words = told(file, found, () => text);
  const [own, doubts] = [words.faults, words.doubts].map((all) => all.map((one) => one.replaceAll(file, shown)));
  if (own.length > 0) return outcome(name, { faults: own, doubts, assumed });
  const [run] = merged.runs.values();
  const cells = [...run.cells.values()];
  refuseMore(cells.length, "cells");
  refuseMore(new Set(cells.map(({ technology }) => technology)).size, "technologies");
  return outcome(name, {
    doubts,
    assumed,
    comparison: comparison.id,
    run: result.run,
    rows: result.rowCount,
    cells: packCells(cells, comparison, registry),
  });
}

function refuseMore(found, what) {
  if (found > LIMITS[what])
    throw new Refused(`has more than ${LIMITS[what]} ${what} (expected as many as a page can show)`);
}

function outcome(
  name,
  { faults = [], doubts = [], assumed = [], comparison = null, run = null, rows = 0, cells = null },
) {
  const [toldFaults, toldDoubts] = [faults, doubts].map((all) => all.slice(0, LIMITS.faults).map(shortened));
  const more = faults.length + doubts.length - toldFaults.length - toldDoubts.length;
  return { name, faults: toldFaults, doubts: toldDoubts, more, assumed, comparison, run, rows, cells };
}

function shortened(text) {
  return text.length > LIMITS.fault_characters ? `${text.slice(0, LIMITS.fault_characters)}…` : text;
}
