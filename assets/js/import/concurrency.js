// How many requests were under way at once, for tools that don't write it down.

import { ForeignFault } from "./run.js";

/**
 * The number given, or Little's law: requests in the system are throughput times response time (J. D. C. Little, A Proof for
 * the Queuing Formula L = λW, Operations Research 9, 1961).
 * @param {import("./run.js").Origin} origin
 * @param {{requests_per_s?: number, latency_mean_ms?: number}} figures requests per second are all here, failed ones too
 * @returns {{concurrency: number, assumed: string[]}}
 */
export function concurrencyOf({ concurrency }, { requests_per_s, latency_mean_ms }) {
  if (concurrency) return { concurrency, assumed: [] };
  const inFlight = (requests_per_s * latency_mean_ms) / 1000;
  if (!Number.isFinite(inFlight)) {
    throw new ForeignFault(
      "states neither concurrency nor what it follows from (expected throughput and mean latency)",
    );
  }
  const told = Math.max(1, Math.round(inFlight));
  const assumed = [
    `The file states no concurrency; ${told} is throughput times mean response time, the mean number of requests under way (Little's law).`,
  ];
  return { concurrency: told, assumed };
}
