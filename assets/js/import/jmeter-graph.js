// The percentiles of JMeter's report over all samples: the curve "Response Time Percentiles" of its content/js/graph.js. The tables of the
// report have those of the last 20,000 samples alone (jmeter.reportgenerator.statistic_window).

import { ForeignFault } from "./run.js";
import { jsonOf } from "./values.js";

/** The percentiles that rows have, by their fields. */
const PERCENTILES = {
  latency_p50_ms: 50,
  latency_p90_ms: 90,
  latency_p95_ms: 95,
  latency_p99_ms: 99,
  latency_p999_ms: 99.9,
};

/**
 * @param {string} text of graph.js
 * @param {string} label whose samples are meant: the curve has none of all
 * @returns {Object<string, number>} in milliseconds, by field
 * @throws {ForeignFault} where the curve is not there, or has not all of them
 */
export function percentilesOf(text, label) {
  const curves = /responseTimePercentilesInfos = \{\s*data: (\{.*\}),$/m.exec(text)?.[1];
  const curve = jsonOf(curves ?? "")?.result?.series?.find((one) => one.label === label);
  if (!curve)
    throw new ForeignFault(`graph.js: has no curve of percentiles of ${label} (expected responseTimePercentilesInfos)`);
  const byPercentile = new Map(curve.data);
  return Object.fromEntries(
    Object.entries(PERCENTILES).map(([field, percentile]) => {
      const time = byPercentile.get(percentile);
      if (!Number.isFinite(time)) throw new ForeignFault(`graph.js: has no percentile ${percentile} of ${label}`);
      return [field, time];
    }),
  );
}
