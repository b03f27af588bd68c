// What each process of a server took in one cell: means over the iterations, and of their sum.

import { group } from "d3-array";
import { overRuns } from "./over-runs.js";
import { roundedStatistic } from "./rounding.js";
import { meanWithInterval } from "./summary.js";

const FIELDS = ["cpu_percent", "memory_mib"];

/**
 * @param {object[][]} runs of each run that is shown its entries of one cell, as chat_process in schema/result.json
 * @returns {{processes: object[], total: object}} `processes`: each with its number (`process`), `name`, `n` (iterations) and a field
 *   `mean` and `ci95`; `total`: of the iterations in which all processes could be read
 */
export function processFigures(runs) {
  const byProcess = [...group(runs.flat(), ({ process }) => process)].sort(([one], [other]) => one - other);
  return {
    processes: byProcess.map(([process, own]) => ({
      process,
      name: own.find(({ name }) => name)?.name ?? null,
      ...figures(runs.map((entries) => entries.filter((entry) => entry.process === process).map((entry) => [entry]))),
    })),
    total: figures(runs.map((entries) => [...group(entries, ({ iteration }) => iteration).values()])),
  };
}

/** @param {object[][][]} runs of each the iterations, of each the entries to add up */
function figures(runs) {
  const summary = (field) => roundedStatistic(overRuns(runs.map((iterations) => sample(iterations, field))));
  return { n: runs.flat().length, ...Object.fromEntries(FIELDS.map((field) => [field, summary(field)])) };
}

/** @returns {import("./welch.js").Sample} */
function sample(iterations, field) {
  const values = iterations.map((entries) => entries.map((entry) => entry[field]));
  const known = values.filter((some) => !some.includes(null));
  return { n: known.length, ...meanWithInterval(known.map((some) => some.reduce((sum, value) => sum + value, 0))) };
}
