// k6's summary of a test: as --summary-export writes it, each metric with its figures, or as handleSummary gets it, with the
// figures in the metric's `values`.

import { concurrencyOf } from "./concurrency.js";
import { ForeignFault, importedRun, technologyOf } from "./run.js";
import { isObject, jsonOf, jsonWith, numbers } from "./values.js";

/** One of these is in every summary. */
const METRICS = ["http_reqs", "iterations", "vus"];

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
    if (!isObject(metrics.http_req_duration)) {
      throw new ForeignFault(
        "has no metric http_req_duration (expected the summary of a test that sends HTTP requests)",
      );
    }
    const named = technologyOf(origin, /-?summary$/i);
    const users = usersOf(metrics);
    const figures = figuresOf(metrics, state);
    const told = concurrencyOf({ ...origin, concurrency: origin.concurrency ?? users }, figures);
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
  return max ?? value;
}

/** The summary's times are in milliseconds. */
function figuresOf(metrics, state) {
  const duration = valuesOf(metrics.http_req_duration);
  const { count, rate } = valuesOf(metrics.http_reqs);
  const failed = valuesOf(metrics.http_req_failed);
  return numbers({
    requests_per_s: rate,
    latency_min_ms: duration.min,
    latency_mean_ms: duration.avg,
    latency_p50_ms: duration.med ?? duration["p(50)"],
    latency_p90_ms: duration["p(90)"],
    latency_p95_ms: duration["p(95)"],
    latency_p99_ms: duration["p(99)"],
    latency_p999_ms: duration["p(99.9)"],
    latency_max_ms: duration.max,
    requests: count,
    failed_requests: Math.round((failed.rate ?? failed.value) * count),
    window_s: state?.testRunDurationMs / 1000,
  });
}

function notes({ concurrency }, users) {
  return [
    "Latencies are http_req_duration: sending, waiting and receiving, without connecting. Failed requests are among them.",
    ...(concurrency === undefined && users !== undefined
      ? ["Concurrency is the most virtual users that there were (vus_max), each with one request at a time."]
      : []),
  ];
}
