// JMeter's statistics.json, which its HTML report writes: an entry a label, and one of all samples, `Total`.

import { concurrencyOf } from "./concurrency.js";
import { importedRun, isObject, jsonOf, numbers, technologyOf } from "./run.js";

export const jmeter = {
  id: "jmeter",
  name: "JMeter statistics.json",
  comparison: "lookup",

  recognises(text) {
    const statistics = jsonOf(text);
    return isObject(statistics) && isObject(statistics.Total) && "meanResTime" in statistics.Total;
  },

  read(text, origin) {
    const { Total: total, ...labels } = jsonOf(text);
    const { technology, notes } = technologyOf(origin, /-?statistics$/i);
    const figures = numbers({
      requests_per_s: total.throughput,
      latency_min_ms: total.minResTime,
      latency_mean_ms: total.meanResTime,
      latency_p50_ms: total.medianResTime,
      latency_p90_ms: total.pct1ResTime,
      latency_p95_ms: total.pct2ResTime,
      latency_p99_ms: total.pct3ResTime,
      latency_max_ms: total.maxResTime,
      requests: total.sampleCount,
      failed_requests: total.errorCount,
    });
    const told = concurrencyOf(origin, figures);
    return {
      run: importedRun(this, origin, {
        command: "jmeter",
        client: "JMeter",
        notes: [...notes, ...told.notes, ...assumptions(labels)],
      }),
      results: [{ technology, concurrency: told.concurrency, iteration: 1, ...figures }],
    };
  },
};

function assumptions(labels) {
  const left = Object.values(labels).map(
    ({ transaction, sampleCount, meanResTime, throughput }) =>
      `${transaction} (${sampleCount} samples, mean ${Number(meanResTime).toFixed(1)} ms, ${Number(throughput).toFixed(1)} a second)`,
  );
  return [
    "Figures are those of Total, all samples of the test but not of its transactions.",
    "Percentiles 1, 2 and 3 are taken as the 90th, 95th and 99th, as JMeter has them unless it is told otherwise; the file does not say.",
    ...(left.length > 0 ? [`Left out are the labels ${left.join("; ")}.`] : []),
  ];
}
