// oha's JSON output: one load, times in seconds.

import { concurrencyOf } from "./concurrency.js";
import { importedRun, technologyOf } from "./run.js";
import { isObject, jsonOf, jsonWith, milliseconds, numbers } from "./values.js";

/** Requests that were under way when the time was up: oha counts them as errors, and they are none of the server's. */
const AT_THE_END = "aborted due to deadline";

const MS_PER_SECOND = 1000;

export const oha = {
  id: "oha",
  name: "output of oha (JSON)",
  comparison: "lookup",

  recognises(text) {
    const output = jsonWith("latencyPercentiles", text);
    return (
      isObject(output) &&
      isObject(output.summary) &&
      "requestsPerSec" in output.summary &&
      isObject(output.latencyPercentiles)
    );
  },

  read(text, origin) {
    const output = jsonOf(text);
    const named = technologyOf(origin);
    const figures = figuresOf(output);
    const told = concurrencyOf(origin, figures);
    return {
      run: importedRun(oha, origin, {
        command: "oha",
        client: "oha",
        notes: [
          ...named.assumed,
          ...told.assumed,
          "Failed requests are those without an answer; an answer with any status counts as one.",
          "Without its options for rates, oha sends the next request when the last is answered: a server that stalls delays its own load, which hides most of the stall (coordinated omission).",
        ],
      }),
      results: [{ technology: named.technology, concurrency: told.concurrency, iteration: 1, ...figures }],
    };
  },
};

function figuresOf({ summary, latencyPercentiles, statusCodeDistribution, errorDistribution }) {
  const { [AT_THE_END]: aborted, ...errors } = errorDistribution ?? {};
  const failed = sum(errors);
  return numbers({
    requests_per_s: summary.requestsPerSec,
    latency_min_ms: milliseconds(summary.fastest, MS_PER_SECOND),
    latency_mean_ms: milliseconds(summary.average, MS_PER_SECOND),
    latency_p50_ms: milliseconds(latencyPercentiles.p50, MS_PER_SECOND),
    latency_p90_ms: milliseconds(latencyPercentiles.p90, MS_PER_SECOND),
    latency_p95_ms: milliseconds(latencyPercentiles.p95, MS_PER_SECOND),
    latency_p99_ms: milliseconds(latencyPercentiles.p99, MS_PER_SECOND),
    latency_p999_ms: milliseconds(latencyPercentiles["p99.9"], MS_PER_SECOND),
    latency_max_ms: milliseconds(summary.slowest, MS_PER_SECOND),
    requests: sum(statusCodeDistribution) + failed,
    failed_requests: failed,
    window_s: summary.total,
  });
}

function sum(distribution) {
  return Object.values(distribution ?? {}).reduce((total, count) => total + count, 0);
}
