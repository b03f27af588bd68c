// What each process of a server took in one cell: means over the iterations, and of their sum.

import { roundedStatistic } from "./rounding.js";
import { meanWithInterval } from "./summary.js";

const FIELDS = ["cpu_percent", "memory_mib"];

/**
 * @param {object[]} entries of one cell, as chat_process in schema/result.json
 * @returns {{processes: object[], total: object}} `processes`: each with its number (`process`), `name`, `n` (iterations) and a field
 *   `mean` and `ci95`; `total`: of the iterations in which all processes could be read
 */
export function processFigures(entries) {
  const byProcess = [...grouped(entries, ({ process }) => process)].sort(([one], [other]) => one - other);
  const byIteration = [...grouped(entries, ({ iteration }) => iteration).values()];
  return {
    processes: byProcess.map(([process, own]) => ({
      process,
      name: own.find(({ name }) => name)?.name ?? null,
      ...figures(own.map((entry) => [entry])),
    })),
    total: figures(byIteration),
  };
}

/** @param {object[][]} iterations the entries to add up, one list an iteration */
function figures(iterations) {
  const summary = (field) => {
    const values = iterations.map((entries) => entries.map((entry) => entry[field]));
    const known = values.filter((some) => !some.includes(null));
    return roundedStatistic(meanWithInterval(known.map((some) => some.reduce((sum, value) => sum + value, 0))));
  };
  return { n: iterations.length, ...Object.fromEntries(FIELDS.map((field) => [field, summary(field)])) };
}

/** @returns {Map<number, object[]>} */
function grouped(entries, keyOf) {
  const groups = new Map();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}
