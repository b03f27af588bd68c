// The table of one cell in words, a row a technology: the build writes it, and a script as another cell is chosen. Pure.

import { formatCount, formatInterval } from "../format.js";
import { t } from "../language.js";
import { remarkWords, statisticName } from "../words.js";
import { tableColumns } from "./columns.js";

/** The heads of its columns: `Latency, p99 (ms)`. */
export function summaryHeadings(dataset) {
  const several = dataset.metrics.size > 1;
  const headings = { technology: t`Technology`, iterations: t`Iterations`, remarks: t`Remarks` };
  return tableColumns(dataset).map(({ word, metric, statistic }) =>
    metric ? `${headingOf(metric, statistic, several)} (${metric.unit})` : headings[word],
  );
}

/** A statistic's name as a heading; beside other metrics with its own's. */
export function headingOf(metric, statistic, several) {
  const name = statisticName(statistic);
  return several ? `${metric.label}, ${name}` : name.replace(/^[a-z]+$/, capitalized);
}

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {number} cell its index
 * @returns {string[]} a text a column
 */
export function summaryRow(dataset, cell) {
  const caveats = dataset.caveats(cell);
  const words = {
    technology: dataset.technologyOf(cell).name,
    iterations: formatCount(caveats.iterations),
    remarks: remarkWords(caveats).join("; "),
  };
  return tableColumns(dataset).map(({ word, metric, field, isFirst }) => {
    if (!metric) return words[word];
    const { mean, ci95 } = dataset.figure(cell, field);
    // The interval goes with a metric's first statistic.
    return formatInterval(mean, isFirst ? ci95 : null);
  });
}

function capitalized(word) {
  return word[0].toUpperCase() + word.slice(1);
}
