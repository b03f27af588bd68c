// The samples of JMeter's result log, as its CSV has them (JMeter's manual, "Listeners", CSV log format).

import { errorKind } from "./jmeter-errors.js";
import { ForeignFault } from "./run.js";
import { eachRow, headerOf } from "./table.js";
import { figureIn } from "./values.js";

/** Separators that JMeter is told to use (jmeter.save.saveservice.default_delimiter). */
const SEPARATORS = [",", ";", "\t"];
/** By these a log is known, and without the others it can't be read. */
const TELLING = ["timeStamp", "elapsed", "success"];
const NEEDED = [...TELLING, "label", "responseCode", "responseMessage"];
const TIME_STAMP = /^\d{13}$/;
const ANSWERED = /^\d+$/;
/** As JMeter's own report tells them (its Sample.isController). */
const TRANSACTION = /^Number of samples in transaction/;

/**
 * @typedef {object} Sample
 * @property {number} start in milliseconds since 1970
 * @property {number} end likewise
 * @property {boolean} success
 * @property {string} code of the response, or JMeter's words where there was none
 * @property {boolean} isAnswered whether there was one
 * @property {?string} errorKind the field that counts what kept it from success; null where nothing did
 * @property {number|undefined} threads that there were in all; undefined where the log does not say
 */

/** The separator of a log; undefined where a text is none. */
export function separatorOf(text) {
  return SEPARATORS.find((separator) => TELLING.every((column) => headerOf(text, separator).includes(column)));
}

/**
 * @param {string} text
 * @returns {{samples: Sample[], labels: Map<string, number>, transactions: number}} `labels` with how many samples each has
 * @throws {ForeignFault} where it has no header, no samples, or a line that is none
 */
export function readSamples(text) {
  const separator = separatorOf(text);
  if (!separator) {
    throw new ForeignFault(
      "line 1: is a sample (expected JMeter's header, timeStamp,elapsed,label,…, as jmeter.save.saveservice.print_field_names=true writes it)",
    );
  }
  const header = headerOf(text, separator);
  const missing = NEEDED.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new ForeignFault(`line 1: has no column ${missing.join(", ")} (expected ${NEEDED.join(", ")})`);
  }
  const labels = new Map();
  const samples = [];
  let transactions = 0;
  eachRow(text, { separator, columns: [...NEEDED, "allThreads"] }, (cell, line) => {
    const sample = sampleOf(cell, line);
    if (TRANSACTION.test(cell("responseMessage"))) {
      transactions++;
      return;
    }
    labels.set(cell("label"), (labels.get(cell("label")) ?? 0) + 1);
    samples.push(sample);
  });
  if (samples.length === 0) throw new ForeignFault("has no samples (expected a line each)");
  return { samples, labels, transactions };
}

/** JMeter stamps a sample with the time of its start (sampleresult.timestamp.start, true in its jmeter.properties). */
function sampleOf(cell, line) {
  const stamp = cell("timeStamp");
  if (!TIME_STAMP.test(stamp)) {
    const found = `line ${line}: timeStamp: ${JSON.stringify(stamp)}`;
    throw new ForeignFault(`${found} is no time of JMeter's (expected milliseconds since 1970, its default)`);
  }
  const start = Number(stamp);
  const elapsed_ms = figureIn(cell("elapsed"), `line ${line}: elapsed`);
  const code = cell("responseCode");
  const success = successOf(cell("success"), line);
  const threads = cell("allThreads");
  return {
    start,
    end: start + elapsed_ms,
    success,
    code,
    isAnswered: success || ANSWERED.test(code),
    errorKind: success ? null : errorKind(code, cell("responseMessage")),
    threads: threads === undefined ? undefined : figureIn(threads, `line ${line}: allThreads`),
  };
}

function successOf(cell, line) {
  if (cell !== "true" && cell !== "false") {
    throw new ForeignFault(`line ${line}: success: ${JSON.stringify(cell)} is no success (expected true or false)`);
  }
  return cell === "true";
}
