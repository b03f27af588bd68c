// oha's JSON output (`oha --output-format json`, before version 1.9 `oha -j`): one load, times in seconds.

import { concurrencyOf } from "./concurrency.js";
import { importedRun, isObject, jsonOf, milliseconds, numbers, technologyOf } from "./run.js";

export const oha = {
  id: "oha",
  name: "oha output (JSON)",
  comparison: "lookup",

  recognises(text) {
    const output = jsonOf(text);
    return (
      isObject(output) &&
      isObject(output.summary) &&
      "requestsPerSec" in output.summary &&
      isObject(output.latencyPercentiles)
    );
  },

  read(text, origin) {
    const { summary, latencyPercentiles, statusCodeDistribution, errorDistribution } = jsonOf(text);
    const { technology, notes } = technologyOf(origin);
    const answered = sum(statusCodeDistribution);
    const failed = sum(errorDistribution);
    const figures = numbers({
      requests_per_s: summary.requestsPerSec,
      latency_min_ms: milliseconds(summary.fastest),
      latency_mean_ms: milliseconds(summary.average),
      latency_p50_ms: milliseconds(latencyPercentiles.p50),
      latency_p90_ms: milliseconds(latencyPercentiles.p90),
      latency_p95_ms: milliseconds(latencyPercentiles.p95),
      latency_p99_ms: milliseconds(latencyPercentiles.p99),
      latency_p999_ms: milliseconds(latencyPercentiles["p99.9"]),
      latency_max_ms: milliseconds(summary.slowest),
      requests: answered + failed,
      failed_requests: failed,
      window_s: summary.total,
    });
    const told = concurrencyOf(origin, figures);
    return {
      run: importedRun(this, origin, {
        command: "oha",
        client: "oha",
        notes: [
          ...notes,
          ...told.notes,
          "Failed requests are those without an answer (errorDistribution); an answer of any status counts as one.",
          "oha is a closed loop unless it was given a rate: a stalled server delays the next request, so the stall counts once.",
        ],
      }),
      results: [{ technology, concurrency: told.concurrency, iteration: 1, ...figures }],
    };
  },
};

function sum(distribution) {
  return Object.values(distribution ?? {}).reduce((total, count) => total + count, 0);
}
