// Percentiles of samples that are all known: the nearest rank, the smallest sample that no less than that part of them reach
// up to (definition 1 of R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, The American Statistician 50, 1996).
// It is a time that was measured, as the quantiles of a histogram are.

/**
 * @param {ArrayLike<number>} sorted ascending, at least one
 * @param {number} part 0.99 is the 99th percentile
 */
export function percentile(sorted, part) {
  // Products such as 0.55 × 100 come out a hair above their whole number.
  return sorted[Math.max(0, Math.ceil(part * sorted.length - 1e-9) - 1)];
}

/**
 * Of latencies in milliseconds what a row or a second of it says.
 * @param {number[]} latencies_ms at least one
 */
export function latencyFigures(latencies_ms) {
  const sorted = Float64Array.from(latencies_ms).sort();
  return {
    latency_min_ms: sorted[0],
    latency_mean_ms: sorted.reduce((sum, one) => sum + one, 0) / sorted.length,
    latency_p50_ms: percentile(sorted, 0.5),
    latency_p90_ms: percentile(sorted, 0.9),
    latency_p95_ms: percentile(sorted, 0.95),
    latency_p99_ms: percentile(sorted, 0.99),
    latency_p999_ms: percentile(sorted, 0.999),
    latency_max_ms: sorted.at(-1),
  };
}
