// Reads one dropped file: what it is, whether it is sound, and its cells. Runs in the worker, and in the tests.

import validators from "../../build/validators.js";
import { checkResultFile } from "../results/check.js";
import { withDerived } from "../results/derived.js";
import { PlainTsv } from "../results/plain-tsv.js";
import { summarise } from "../results/summarise.js";
import { comparisonOf, derivedFields, metricFields } from "./comparison.js";
import { LIMITS } from "./limits.js";
import { packCells } from "./pack.js";
import { asResultFile, hasTooManyValues, unpackedName } from "./result-file.js";
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
 * @param {import("./comparison.js").Registry} registry
 * @param {object} [options]
 * @param {function(number): void} [options.onRead] is told the bytes read so far
 * @param {import("./result-file.js").Convert} [options.convert] makes a result file of what another tool wrote
 * @returns {Promise<Outcome>}
 */
export async function readDroppedFile(file, registry, options = {}) {
  try {
    const reader = TSV.test(unpackedName(file)) ? await readPlainTsv(file, registry, options) : null;
    const read = reader?.finish();
    if (read) return accepted(file.name, reader.comparison, read, registry);
    const result = await asResultFile(file, options);
    return hasTooManyValues(result.bytes)
      ? firstDoubt(file.name, result, reader, registry)
      : judged(file.name, result, registry);
  } catch (error) {
    return outcome(file.name, { faults: [`${file.name}: ${wordsOf(error)}`] });
  }
}

function wordsOf(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof RangeError) return "is nested too deeply, or too large (expected a result file)";
  return `can't be read: ${error.message}`;
}

/** The reader of a TSV, at its end or where it gave up; null where the file is of no comparison, or is not UTF-8. */
async function readPlainTsv(file, registry, { onRead }) {
  const name = unpackedName(file);
  const source = { packed: name !== file.name, most: LIMITS.tsv_bytes };
  const comparison = comparisonOf(await firstFields(file, source), registry, validators.definitions);
  if (!comparison) return null;
  const reader = new PlainTsv(comparison, plainContext(name, comparison, registry));
  try {
    for await (const text of wholeLines(file, { ...source, onRead })) {
      if (!reader.take(text)) return reader;
      refuseMore(reader.tally.cells.length, "cells");
    }
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
  return reader;
}

function plainContext(name, comparison, registry) {
  const { definitions, rules = [] } = validators;
  const isSound = (text) => {
    const { rows, doubts = [] } = checkResultFile(name, new TextEncoder().encode(text), comparison, known(registry));
    return rows !== null && doubts.length === 0;
  };
  return {
    definition: definitions[comparison.row],
    rules,
    fields: metricFields(comparison, registry),
    formulas: derivedFields(comparison, registry),
    isSound,
  };
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

/** The outcome of a file that was read whole, by the rules and in the words of the build. */
function judged(name, { file, shown, bytes, fields, assumed }, registry) {
  const comparison = comparisonOf(fields, registry, validators.definitions) ?? registry.comparisons[0];
  const found = checkResultFile(file, bytes, comparison, known(registry));
  const [faults, doubts] = [found.faults, found.doubts ?? []].map((all) =>
    all.map((told) => told.replaceAll(file, shown)),
  );
  const { run, rows } = found;
  if (!rows) return outcome(name, { faults, doubts, assumed });
  const whole = withDerived(rows, derivedFields(comparison, registry));
  const cells = summarise(whole, comparison, metricFields(comparison, registry));
  return accepted(name, comparison, { run, rows: rows.length, cells, doubts, assumed }, registry);
}

/** Of a file that is too long to be judged line by line: what is wrong with the first line that is not plainly sound. */
function firstDoubt(name, { file, shown }, reader, registry) {
  const limit = `${shown}: has more values than a page judges line by line (expected plain rows, or ${LIMITS.values} values at most; make check-data judges all)`;
  const line = reader?.doubtful();
  if (!line) return outcome(name, { faults: [limit] });
  const { faults } = checkResultFile(file, new TextEncoder().encode(line.text), reader.comparison, known(registry));
  return outcome(name, {
    faults: [...faults.map((told) => told.replace(`${file}:2`, `${shown}:${line.number}`)), limit],
  });
}

function known({ technologies }) {
  return { technologies: technologies.map(({ id }) => id) };
}

function accepted(name, comparison, { cells, ...rest }, registry) {
  refuseMore(cells.length, "cells");
  refuseMore(new Set(cells.map(({ technology }) => technology)).size, "technologies");
  const packed = packCells(cells, metricFields(comparison, registry));
  return outcome(name, { ...rest, comparison: comparison.id, cells: packed });
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
