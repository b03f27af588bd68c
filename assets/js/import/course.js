// The course of a load, second by second, from the samples of all its requests.

import { latencyFigures } from "./percentiles.js";

const MS_PER_SECOND = 1000;

/** What a second tells of its latencies. */
const FIGURES = ["latency_mean_ms", "latency_p50_ms", "latency_p99_ms", "latency_max_ms"];

/**
 * @param {import("./jtl-samples.js").Sample[]} samples
 * @param {number} start of the load, in milliseconds since 1970
 * @param {number} end likewise
 * @param {(sample: import("./jtl-samples.js").Sample) => boolean} isTimed whether a sample's time is among the latencies
 * @returns {object} the columns of a course in schema/result.json: a request belongs to the second of its end
 */
export function courseOf(samples, start, end, isTimed) {
  const seconds = Array.from({ length: Math.ceil((end - start) / MS_PER_SECOND) }, () => []);
  for (const sample of samples) {
    // One that ends with the load ends in its last second.
    const second = Math.min(Math.floor((sample.end - start) / MS_PER_SECOND), seconds.length - 1);
    seconds[second].push(sample);
  }
  const latencies = seconds.map((own) => latenciesOf(own.filter(isTimed)));
  return {
    requests: seconds.map((own) => own.length),
    failed_requests: seconds.map((own) => own.filter(({ success }) => !success).length),
    ...Object.fromEntries(FIGURES.map((field) => [field, latencies.map((figures) => figures[field] ?? null)])),
  };
}

function latenciesOf(samples) {
  return samples.length > 0 ? latencyFigures(samples.map(({ start, end }) => end - start)) : {};
}
