// The table of one cell in words, a row a technology: the build writes it, and a script as another cell is chosen. Pure.

import { formatCount, formatInterval } from "../format.js";
import { remarkWords, statisticName } from "../words.js";

/** The heads of the columns with figures: `Latency, p99 (ms)`. */
export function summaryHeadings({ metrics }) {
  const several = metrics.size > 1;
  return columnsOf(metrics).map(({ metric, statistic }) => `${headingOf(metric, statistic, several)} (${metric.unit})`);
}

/** A statistic's name as a heading; beside other metrics with its own's. */
export function headingOf(metric, statistic, several) {
  const name = statisticName(statistic);
  return several ? `${metric.label}, ${name}` : name.replace(/^[a-z]+$/, capitalized);
}

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {number} cell its index
 * @returns {{name: string, iterations: string, figures: {metric: string, statistic: string, text: string}[], remarks: string}}
 */
export function summaryRow(dataset, cell) {
  const caveats = dataset.caveats(cell);
  return {
    name: dataset.technologyOf(cell).name,
    iterations: formatCount(caveats.iterations),
    figures: columnsOf(dataset.metrics).map(({ metric, statistic, field, isFirst }) => {
      const { mean, ci95 } = dataset.figure(cell, field);
      return { metric: metric.id, statistic, text: formatInterval(mean, isFirst ? ci95 : null) };
    }),
    remarks: remarkWords(caveats).join("; "),
  };
}

/** The interval goes with a metric's first statistic. */
function columnsOf(metrics) {
  return [...metrics.values()].flatMap((metric) =>
    Object.entries(metric.statistics).map(([statistic, field], i) => ({ metric, statistic, field, isFirst: i === 0 })),
  );
}

function capitalized(word) {
  return word[0].toUpperCase() + word.slice(1);
}
