// Apdex of samples that are all known: the satisfied and half of the tolerated ones by all (Apdex Alliance, Application Performance Index,
// Technical Specification, version 1.1, 2007). As in JMeter's report both thresholds are given and count as within, and a sample that
// failed is frustrated however fast it was.

/** The thresholds of our fields in milliseconds: up to the first satisfied, up to the second tolerated. */
export const APDEX_THRESHOLDS = { apdex_100_500: [100, 500], apdex_500_1500: [500, 1500] };

/**
 * @param {{start: number, end: number, success: boolean}[]} samples at least one; times in milliseconds
 * @param {[number, number]} thresholds as in APDEX_THRESHOLDS
 * @returns {number} 0 to 1
 */
export function apdexOf(samples, [satisfied_ms, tolerated_ms]) {
  const times = samples.filter(({ success }) => success).map(({ start, end }) => end - start);
  const satisfied = times.filter((time) => time <= satisfied_ms).length;
  const tolerated = times.filter((time) => time > satisfied_ms && time <= tolerated_ms).length;
  return (satisfied + tolerated / 2) / samples.length;
}
