// oha's JSON output: one load, times in seconds.

import { concurrencyOf } from "./concurrency.js";
import { ForeignFault, importedRun, technologyOf } from "./run.js";
import { figuresOf, isObject, jsonOf, jsonWith, known, milliseconds, neededFigure } from "./values.js";

/** By how much rounding may set oha's rate of all requests apart from its counts. */
const SLACK = 0.01;

/** Requests that were under way when the time was up: oha counts them as errors, and they are none of the server's. */
const AT_THE_END = "aborted due to deadline";

const MS_PER_SECOND = 1000;
const STATUS = /^[1-5]\d\d$/;
const SUCCESSFUL = /^2/;

const EXTREMES = { latency_min_ms: "fastest", latency_mean_ms: "average", latency_max_ms: "slowest" };
const PERCENTILES = {
  latency_p50_ms: "p50",
  latency_p90_ms: "p90",
  latency_p95_ms: "p95",
  latency_p99_ms: "p99",
  latency_p999_ms: "p99.9",
};

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
    const figures = figuresOfLoad(output);
    const told = concurrencyOf(origin, { ...figures, requests_per_s: figures.requests / figures.window_s });
    return {
      run: importedRun(oha, origin, {
        command: "oha",
        client: "oha",
        notes: [
          ...named.assumed,
          ...told.assumed,
          "Requests a second are answers with a status of 2xx; any other status, and no answer, is a failed request. Latencies are of all answers.",
          "Without its options for rates, oha sends the next request when the last is answered: a server that stalls delays its own load, which hides most of the stall (coordinated omission).",
        ],
      }),
      results: [{ technology: named.technology, concurrency: told.concurrency, iteration: 1, ...figures }],
    };
  },
};

function figuresOfLoad(output) {
  const { summary, latencyPercentiles } = output;
  const statuses = countsOf(output, "statusCodeDistribution");
  const { [AT_THE_END]: aborted = 0, ...errors } = countsOf(output, "errorDistribution");
  const successful = sum(Object.entries(statuses).filter(([status]) => SUCCESSFUL.test(status)));
  const requests = sum(Object.entries(statuses)) + sum(Object.entries(errors));
  const window_s = neededFigure(summary, "total", "summary");
  checkCounts(statuses, (requests + aborted) / window_s, neededFigure(summary, "requestsPerSec", "summary"));
  return {
    requests_per_s: successful / window_s,
    ...inMilliseconds(figuresOf(summary, EXTREMES, "summary")),
    ...inMilliseconds(figuresOf(latencyPercentiles, PERCENTILES, "latencyPercentiles")),
    requests,
    failed_requests: requests - successful,
    ...known({ unavailable_responses: statuses["503"] }),
    window_s,
  };
}

/** Statuses are what they are called, and the counts make the rate that oha tells of all requests. */
function checkCounts(statuses, counted, told) {
  const stray = Object.keys(statuses).find((status) => !STATUS.test(status));
  if (stray !== undefined) {
    throw new ForeignFault(`statusCodeDistribution: ${stray} is no status (expected 100 to 599)`);
  }
  if (!(Math.abs(counted - told) <= SLACK * told)) {
    throw new ForeignFault(`summary.requestsPerSec: is ${told}, and the counts by status and error make ${counted}`);
  }
}

/** The counts of one of the output's distributions, by what they are of. */
function countsOf(output, key) {
  if (!isObject(output[key])) throw new ForeignFault(`${key} is missing (expected counts, by status or error)`);
  return Object.fromEntries(Object.keys(output[key]).map((what) => [what, neededFigure(output[key], what, key)]));
}

function sum(counts) {
  return counts.reduce((total, [, count]) => total + count, 0);
}

function inMilliseconds(seconds) {
  return Object.fromEntries(
    Object.entries(seconds).map(([field, value]) => [field, milliseconds(value, MS_PER_SECOND)]),
  );
}
