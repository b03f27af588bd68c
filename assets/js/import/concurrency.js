// How many requests were under way at once, for tools that don't say so in their output.

import { ForeignFault } from "./run.js";

/**
 * The given number, or Little's law: requests in flight are throughput times response time (J. D. C. Little, A Proof for
 * the Queuing Formula L = λW, Operations Research 9, 1961).
 * @param {import("./run.js").Origin} origin
 * @param {{requests_per_s: number, latency_mean_ms: number}} row
 * @returns {{concurrency: number, notes: string[]}}
 */
export function concurrencyOf({ concurrency }, { requests_per_s, latency_mean_ms }) {
  if (concurrency) return { concurrency, notes: [] };
  const inFlight = (requests_per_s * latency_mean_ms) / 1000;
  if (!Number.isFinite(inFlight)) {
    throw new ForeignFault("states no concurrency, nor throughput and mean latency to tell it from (expected either)");
  }
  const told = Math.max(1, Math.round(inFlight));
  return {
    concurrency: told,
    notes: [
      `The file states no concurrency: ${told} is throughput times mean response time, the mean number of requests in flight (Little's law).`,
    ],
  };
}
