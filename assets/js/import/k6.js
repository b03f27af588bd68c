// k6's summary of a test: that of --summary-export, where a metric holds its figures, and that of handleSummary, where they
// are in its `values`.

import { concurrencyOf } from "./concurrency.js";
import { ForeignFault, importedRun, isObject, jsonOf, numbers, technologyOf } from "./run.js";

export const k6 = {
  id: "k6",
  name: "k6 summary (JSON)",
  comparison: "lookup",

  recognises(text) {
    const summary = jsonOf(text);
    return (
      isObject(summary) &&
      isObject(summary.metrics) &&
      ["http_reqs", "iterations", "vus"].some((id) => id in summary.metrics)
    );
  },

  read(text, origin) {
    const { metrics, state } = jsonOf(text);
    if (!isObject(metrics.http_req_duration)) {
      throw new ForeignFault("has no metric http_req_duration (expected a summary of HTTP requests)");
    }
    const { technology, notes } = technologyOf(origin, /-?summary$/i);
    const figures = figuresOf((id) => valuesOf(metrics[id]), state);
    const users = valuesOf(metrics.vus_max);
    const told = concurrencyOf({ concurrency: origin.concurrency ?? users.max ?? users.value }, figures);
    return {
      run: importedRun(this, origin, {
        command: "k6 run",
        client: "k6",
        notes: [...notes, ...told.notes, ...assumptions(origin, users)],
      }),
      results: [{ technology, concurrency: told.concurrency, iteration: 1, ...figures }],
    };
  },
};

function valuesOf(metric) {
  if (!isObject(metric)) return {};
  return isObject(metric.values) ? metric.values : metric;
}

function figuresOf(values, state) {
  const duration = values("http_req_duration");
  const { count, rate } = values("http_reqs");
  const failed = values("http_req_failed");
  const share = failed.rate ?? failed.value;
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
    failed_requests: Math.round(share * count),
    window_s: state?.testRunDurationMs / 1000,
  });
}

function assumptions({ concurrency }, users) {
  return [
    "Latencies are http_req_duration: sending, waiting and receiving, without connecting. Failed requests are among them.",
    "Times are taken as milliseconds, as k6 has them in its summaries.",
    ...(concurrency === undefined && (users.max ?? users.value) !== undefined
      ? ["Concurrency is the most virtual users that were there (vus_max), each with one request at a time."]
      : []),
  ];
}
