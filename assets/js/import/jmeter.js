// JMeter's statistics.json, which its HTML report writes: an entry a label, and `Total` of all samples.

import { concurrencyOf } from "./concurrency.js";
import { importedRun, technologyOf } from "./run.js";
import { isObject, jsonOf, jsonWith, numbers } from "./values.js";

export const jmeter = {
  id: "jmeter",
  name: "JMeter's statistics.json",
  comparison: "lookup",

  recognises(text) {
    const statistics = jsonWith("meanResTime", text);
    return isObject(statistics) && isObject(statistics.Total) && "meanResTime" in statistics.Total;
  },

  read(text, origin) {
    const { Total: total, ...labels } = jsonOf(text);
    const named = technologyOf(origin, /-?statistics$/i);
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
      run: importedRun(jmeter, origin, {
        command: "jmeter",
        client: "JMeter",
        notes: [...named.assumed, ...told.assumed, ...notes(labels)],
      }),
      results: [{ technology: named.technology, concurrency: told.concurrency, iteration: 1, ...figures }],
    };
  },
};

function notes(labels) {
  const left = Object.values(labels)
    .filter(isObject)
    .map(
      ({ transaction, sampleCount, meanResTime }) =>
        `${transaction} (samples ${sampleCount}, mean ${Math.round(meanResTime)} ms)`,
    );
  return [
    "The figures are those of Total: all samples, transactions not among them.",
    "Percentiles 1, 2 and 3 are taken as the 90th, 95th and 99th, which JMeter makes them unless it is told otherwise; the file does not say.",
    ...(left.length > 0 ? [`Left out are the single labels: ${left.join(", ")}.`] : []),
  ];
}
