// What the samples of JMeter's result log come to, by the comparison whose rows they become.

import { APDEX_THRESHOLDS, apdexOf } from "./apdex.js";
import { BOOKSTORE, outcomeOf, usersOf } from "./bookstore.js";
import { concurrencyOf } from "./concurrency.js";
import { ERROR_KINDS } from "./jmeter-errors.js";

/**
 * @typedef {object} Rows
 * @property {(origin: import("./run.js").Origin, threads: number|undefined, figures: object) => {load: object, assumed: string[]}} loadOf the
 *   row's dimension, from the most threads at once, where the log says them, and from the other figures
 * @property {(sample: import("./jtl-samples.js").Sample) => boolean} isTimed whether a sample's time is among the latencies
 * @property {(samples: import("./jtl-samples.js").Sample[]) => object} furtherFigures that other rows don't have
 * @property {string[]} notes
 */

/** @type {Rows} */
const lookup = {
  loadOf(origin, threads, figures) {
    const rate = { ...figures, requests_per_s: figures.requests / figures.window_s };
    const told = concurrencyOf({ ...origin, concurrency: origin.concurrency ?? threads }, rate);
    const isOfThreads = origin.concurrency === undefined && threads !== undefined;
    const ofThreads = "Concurrency is the most threads that there were at once, each with one request at a time.";
    return { load: { concurrency: told.concurrency }, assumed: [...told.assumed, ...(isOfThreads ? [ofThreads] : [])] };
  },
  isTimed: ({ isAnswered }) => isAnswered,
  furtherFigures: () => ({}),
  notes: ["Latencies are of all answers, failed ones too, but not of samples that got none."],
};

/** @type {Rows} */
const bookstore = {
  loadOf: usersOf,
  isTimed: ({ isAnswered, errorKind }) => isAnswered || errorKind === "timed_out_requests",
  furtherFigures(samples) {
    const failed = samples.filter(({ success }) => !success);
    const countOf = (kind) => failed.filter(({ errorKind }) => errorKind === kind).length;
    const thresholds = Object.entries(APDEX_THRESHOLDS);
    return {
      outcome: outcomeOf(failed.length),
      ...Object.fromEntries(ERROR_KINDS.map((kind) => [kind, countOf(kind)])),
      ...Object.fromEntries(thresholds.map(([field, pair]) => [field, apdexOf(samples, pair)])),
    };
  },
  notes: [
    "Latencies are of all answers, failed ones too, and of samples that timed out, with the time that they had waited; not of those without a connection, or whose connection broke.",
    "Apdex is of all samples; failed ones count as frustrated, as JMeter's report counts them.",
  ],
};

/** By the comparison's id. */
export const JTL_ROWS = { lookup, [BOOKSTORE]: bookstore };
