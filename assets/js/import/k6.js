// k6's summary of a test: as --summary-export writes it, each metric with its figures, or as handleSummary gets it, with the
// figures in the metric's `values`.

import { concurrencyOf } from "./concurrency.js";
import { ForeignFault, importedRun, technologyOf } from "./run.js";
import { figureAt, figuresOf, isObject, jsonOf, jsonWith, known, neededFigure } from "./values.js";

/** One of these is in every summary. */
const METRICS = ["http_reqs", "iterations", "vus"];

/** What is needed of a test that sends HTTP requests; k6 has counted failed ones since its version 0.31. */
const NEEDED = ["http_reqs", "http_req_duration", "http_req_failed"];

/** The statistics of our fields; a summary's times are in milliseconds. */
const LATENCIES = {
  latency_min_ms: "min",
  latency_mean_ms: "avg",
  latency_p50_ms: "med",
  latency_p90_ms: "p(90)",
  latency_p95_ms: "p(95)",
  latency_p99_ms: "p(99)",
  latency_p999_ms: "p(99.9)",
  latency_max_ms: "max",
};

export const k6 = {
  id: "k6",
  name: "k6's summary (JSON)",
  comparison: "lookup",

  recognises(text) {
    const summary = jsonWith("metrics", text);
    return isObject(summary) && isObject(summary.metrics) && METRICS.some((id) => isObject(summary.metrics[id]));
  },

  read(text, origin) {
    const { metrics, state } = jsonOf(text);
    const missing = NEEDED.find((id) => !isObject(metrics[id]));
    if (missing) {
      throw new ForeignFault(
        `metrics.${missing} is missing (expected the summary of a test that sends HTTP requests, by k6 0.31 or later)`,
      );
    }
    const named = technologyOf(origin, /-?summary$/i);
    const users = usersOf(metrics);
    const { rate, figures } = figuresOfTest(metrics, state);
    const told = concurrencyOf(
      { ...origin, concurrency: origin.concurrency ?? users },
      { ...figures, requests_per_s: rate },
    );
    return {
      run: importedRun(k6, origin, {
        command: "k6 run",
        client: "k6",
        notes: [...named.assumed, ...told.assumed, ...notes(origin, users)],
      }),
      results: [{ technology: named.technology, concurrency: told.concurrency, iteration: 1, ...figures }],
    };
  },
};

function valuesOf(metric) {
  if (!isObject(metric)) return {};
  return isObject(metric.values) ? metric.values : metric;
}

/** The most virtual users that there were; undefined where the summary does not say. */
function usersOf(metrics) {
  const { max, value } = valuesOf(metrics.vus_max);
  return figureAt(max ?? value, "metrics.vus_max");
}

/** `rate` of all requests per second, and the figures of a row. */
function figuresOfTest(metrics, state) {
  const count = neededFigure(valuesOf(metrics.http_reqs), "count", "metrics.http_reqs");
  const rate = neededFigure(valuesOf(metrics.http_reqs), "rate", "metrics.http_reqs");
  const failed = failedShare(valuesOf(metrics.http_req_failed));
  const duration_ms = figureAt(state?.testRunDurationMs, "state.testRunDurationMs");
  const figures = {
    requests_per_s: rate * (1 - failed),
    ...figuresOf(valuesOf(metrics.http_req_duration), LATENCIES, "metrics.http_req_duration"),
    ...known({
      requests: count,
      failed_requests: Math.round(failed * count),
      window_s: duration_ms && duration_ms / 1000,
    }),
  };
  return { rate, figures };
}

/** The part of the requests that failed: `value` in an exported summary, `rate` in a handled one. */
function failedShare(failed) {
  const share = neededFigure(failed, "rate" in failed ? "rate" : "value", "metrics.http_req_failed");
  if (share <= 1) return share;
  throw new ForeignFault(`metrics.http_req_failed: ${share} is no part of all requests (expected 0 to 1)`);
}

function notes({ concurrency }, users) {
  return [
    "Latencies are http_req_duration: sending, waiting and receiving, without connecting. Failed requests are among them.",
    "Requests a second are k6's rate of all requests times the part that did not fail (http_req_failed).",
    ...(concurrency === undefined && users !== undefined
      ? ["Concurrency is the most virtual users that there were (vus_max), each with one request at a time."]
      : []),
  ];
}
