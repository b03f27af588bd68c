// JMeter's statistics.json, which its HTML report writes: an entry a label, and `Total` of all samples.

import { concurrencyOf } from "./concurrency.js";
import { ForeignFault, importedRun, technologyOf } from "./run.js";
import { figuresOf, isObject, jsonOf, jsonWith, neededFigure } from "./values.js";

/** The keys of our fields. */
const FIGURES = {
  latency_min_ms: "minResTime",
  latency_mean_ms: "meanResTime",
  latency_p50_ms: "medianResTime",
  latency_p90_ms: "pct1ResTime",
  latency_p95_ms: "pct2ResTime",
  latency_p99_ms: "pct3ResTime",
  latency_max_ms: "maxResTime",
  requests: "sampleCount",
  failed_requests: "errorCount",
};

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
    const throughput = neededFigure(total, "throughput", "Total");
    const figures = { requests_per_s: throughput * successShare(total), ...figuresOf(total, FIGURES, "Total") };
    const told = concurrencyOf(origin, { ...figures, requests_per_s: throughput });
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

/** JMeter's throughput is of all samples; this is the part of them that succeeded. */
function successShare(total) {
  const samples = neededFigure(total, "sampleCount", "Total");
  const errors = neededFigure(total, "errorCount", "Total");
  if (samples === 0 || errors > samples) {
    throw new ForeignFault(`Total: has ${errors} errors in ${samples} samples (expected samples, and no more errors)`);
  }
  return (samples - errors) / samples;
}

function notes(labels) {
  const left = Object.values(labels)
    .filter(isObject)
    .map(
      ({ transaction, sampleCount, meanResTime }) =>
        `${transaction} (samples ${sampleCount}, mean ${Math.round(meanResTime)} ms)`,
    );
  return [
    "The figures are those of Total: all samples, transactions not among them.",
    "Requests a second are JMeter's throughput times the part of the samples that succeeded. Latencies are of failed samples too.",
    "Percentiles 1, 2 and 3 are taken as the 90th, 95th and 99th, which JMeter makes them unless it is told otherwise; the file does not say.",
    ...(left.length > 0 ? [`Left out are the single labels: ${left.join(", ")}.`] : []),
  ];
}
