// JMeter's result log (JTL, as CSV): a line a sample. Its statistics, and its course second by second, are computed here.

import { BOOKSTORE } from "./bookstore.js";
import { courseOf } from "./course.js";
import { JTL_ROWS } from "./jtl-rows.js";
import { readSamples, separatorOf } from "./jtl-samples.js";
import { latencyFigures } from "./percentiles.js";
import { ForeignFault, importedRun, technologyOf } from "./run.js";
import { withoutMark } from "./values.js";

/** A log without a header: the time in milliseconds, then the elapsed one, and somewhere whether it succeeded. */
const BARE_SAMPLE = /^\d{13}[,;\t]\d+[,;\t].*[,;\t](?:true|false)[,;\t]/;

/** A note names no more labels than this. */
const MOST_LABELS = 5;

export const jtl = {
  id: "jmeter-log",
  name: "JMeter's result log (JTL, CSV)",
  comparison: "lookup",
  alsoFor: [BOOKSTORE],

  recognises(text) {
    return separatorOf(text) !== undefined || BARE_SAMPLE.test(withoutMark(text));
  },

  read(text, origin) {
    const { samples, labels, transactions } = readSamples(text);
    const rows = JTL_ROWS[origin.comparison] ?? JTL_ROWS.lookup;
    const named = technologyOf(origin, /-?(results?|log)$/i);
    const { start, end } = spanOf(samples);
    const figures = figuresOf(samples, end - start, rows);
    const told = rows.loadOf(origin, mostThreads(samples), figures);
    const cell = { technology: named.technology, ...told.load, iteration: 1 };
    return {
      run: importedRun(
        jtl,
        { ...origin, startedAt: origin.startedAt ?? new Date(start).toISOString() },
        {
          study: origin.study,
          command: "jmeter",
          client: "JMeter",
          notes: [...named.assumed, ...told.assumed, ...notes(labels, transactions), ...rows.notes],
        },
      ),
      results: [{ ...cell, ...figures }],
      series: [{ ...cell, ...courseOf(samples, start, end, rows.isTimed) }],
    };
  },
};

/** From the first start to the last end, in milliseconds since 1970. */
function spanOf(samples) {
  const inOrder = [...samples].sort((one, other) => one.start - other.start);
  const { start } = inOrder[0];
  let { end } = inOrder[0];
  let pause = 0;
  for (const sample of inOrder) {
    pause = Math.max(pause, sample.start - end);
    end = Math.max(end, sample.end);
  }
  if (end === start)
    throw new ForeignFault("all samples begin and end in the same millisecond (expected a load that took time)");
  // A listener adds to a log that is there: rates over the time between two runs would be of neither.
  if (pause * 2 > end - start) {
    throw new ForeignFault(
      `no sample was under way for ${pause / 1000} of ${(end - start) / 1000} s (expected the log of one run)`,
    );
  }
  return { start, end };
}

function figuresOf(samples, window_ms, { isTimed, furtherFigures }) {
  const failed = samples.filter(({ success }) => !success);
  const times = samples.filter(isTimed).map(({ start, end }) => end - start);
  return {
    requests_per_s: ((samples.length - failed.length) / window_ms) * 1000,
    ...(times.length > 0 ? latencyFigures(times) : {}),
    requests: samples.length,
    failed_requests: failed.length,
    unavailable_responses: failed.filter(({ code }) => code === "503").length,
    window_s: window_ms / 1000,
    ...furtherFigures(samples),
  };
}

/** The most threads that there were at once; undefined where the log does not say. */
function mostThreads(samples) {
  const most = samples.reduce((highest, { threads }) => Math.max(highest, threads ?? 0), 0);
  return most > 0 ? most : undefined;
}

function notes(labels, transactions) {
  const names = [...labels].slice(0, MOST_LABELS).map(([label, count]) => `${label} (${count})`);
  const more = labels.size > MOST_LABELS ? ` and ${labels.size - MOST_LABELS} more labels` : "";
  return [
    `The figures are computed from all samples: ${names.join(", ")}${more}.`,
    "Requests a second are successful samples over the time from the first one's start to the last one's end.",
    "A latency is JMeter's elapsed time: from before a request is sent to the end of its answer, with connecting where that was needed.",
    "Percentiles are nearest ranks: times that were measured, none between two.",
    ...(transactions > 0 ? [`Left out are ${transactions} transactions: their samples are counted.`] : []),
  ];
}
