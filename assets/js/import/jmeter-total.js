// What JMeter's HTML report says of all samples together, as a row: the same figures stand in its statistics.json and in its dashboard.

import { BOOKSTORE, outcomeOf, usersOf } from "./bookstore.js";
import { concurrencyOf } from "./concurrency.js";
import { ForeignFault, importedRun, technologyOf } from "./run.js";
import { figuresOf, neededFigure } from "./values.js";

/** The keys of our fields in statistics.json. */
const FIGURES = {
  latency_min_ms: "minResTime",
  latency_mean_ms: "meanResTime",
  latency_p50_ms: "medianResTime",
  latency_p90_ms: "pct1ResTime",
  latency_p95_ms: "pct2ResTime",
  latency_p99_ms: "pct3ResTime",
  latency_max_ms: "maxResTime",
  requests: "sampleCount",
  failed_requests: "errorCount",
};

/** jmeter.reportgenerator.statistic_window, if nobody says otherwise. */
const STATISTIC_WINDOW = 20000;

/**
 * @param {import("./adapters.js").Adapter} format
 * @param {import("./run.js").Origin} origin
 * @param {object} report
 * @param {object} report.total of all samples, under the keys of statistics.json
 * @param {object[]} report.labels each of the single ones likewise
 * @param {RegExp} report.ending what JMeter's habit adds to the file's name
 * @param {object} [report.percentiles] of all samples, by field, where they are better known than from `total`
 * @param {object} [report.ofBookstore] further fields that only rows of the bookstore have
 * @param {string[]} report.notes
 * @returns {object} a result file
 */
export function documentOfTotal(format, origin, { total, labels, ending, percentiles, ofBookstore = {}, notes }) {
  const named = technologyOf(origin, ending);
  const throughput = neededFigure(total, "throughput", "Total");
  const figures = {
    requests_per_s: throughput * successShare(total),
    ...figuresOf(total, FIGURES, "Total"),
    ...percentiles,
  };
  const isBookstore = origin.comparison === BOOKSTORE;
  const told = isBookstore ? usersOf(origin) : loadOf(origin, { ...figures, requests_per_s: throughput });
  const further = isBookstore ? { outcome: outcomeOf(figures.failed_requests), ...ofBookstore } : {};
  return {
    run: importedRun(format, origin, {
      study: origin.study,
      command: "jmeter",
      client: "JMeter",
      notes: [
        ...named.assumed,
        ...told.assumed,
        ...notesOf(labels),
        ...(percentiles ? [] : windowNotes(total)),
        ...notes,
      ],
    }),
    results: [{ technology: named.technology, ...told.load, iteration: 1, ...figures, ...further }],
  };
}

/** JMeter's report keeps no more samples for percentiles, unless it is told to. */
function windowNotes({ sampleCount }) {
  if (sampleCount <= STATISTIC_WINDOW) return [];
  return [
    `Percentiles are taken as the report has them: of its last 20,000 samples, JMeter's default (jmeter.reportgenerator.statistic_window), of ${sampleCount}.`,
  ];
}

function loadOf(origin, rate) {
  const { concurrency, assumed } = concurrencyOf(origin, rate);
  return { load: { concurrency }, assumed };
}

/** JMeter's throughput is of all samples; this is the part of them that succeeded. */
function successShare(total) {
  const samples = neededFigure(total, "sampleCount", "Total");
  const errors = neededFigure(total, "errorCount", "Total");
  if (samples === 0 || errors > samples) {
    throw new ForeignFault(`Total: has ${errors} errors in ${samples} samples (expected samples, and no more errors)`);
  }
  return (samples - errors) / samples;
}

function notesOf(labels) {
  const left = labels.map(
    ({ transaction, sampleCount, meanResTime }) =>
      `${transaction} (samples ${sampleCount}, mean ${Math.round(meanResTime)} ms)`,
  );
  return [
    "The figures are those of Total: all samples, transactions not among them.",
    "Requests a second are JMeter's throughput times the part of the samples that succeeded. Latencies are of failed samples too.",
    ...(left.length > 0 ? [`Left out are the single labels: ${left.join(", ")}.`] : []),
  ];
}
