// What the benchmarks of the site's speed share: their options, figures from the browser's trace, medians.

import { parseArgs } from "node:util";

/**
 * The command line's options, all of them whole numbers above 0; ends the process with status 2 where one isn't.
 *
 * @param {Object<string, number>} defaults by the option's name
 * @returns {Object<string, number>} likewise
 */
export function wholeNumbers(defaults) {
  const names = Object.keys(defaults);
  const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: "string" }])) });
  const numbers = names.map((name) => [name, Number(values[name] ?? defaults[name])]);
  for (const [name, number] of numbers) {
    if (Number.isInteger(number) && number > 0) continue;
    process.stderr.write(`bench-site: --${name}: "${values[name]}" is not a whole number above 0\n`);
    process.exit(2);
  }
  return Object.fromEntries(numbers);
}

/**
 * The tasks of a page's main thread between two points of a trace. Their own CPU time alone tells something on a machine that others
 * use as well.
 *
 * @param {Buffer} trace as Playwright's `stopTracing` gives it, with the category `toplevel`
 * @returns {{longestTaskMs: number, longestTaskCpuMs: number, workCpuMs: number}} by the clock, by CPU time, and all tasks' CPU time
 */
export function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const isMain = ({ pid, tid }) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => event.ph === "X" && /RunTask$/.test(event.name) && isMain(event));
  if (tasks.length === 0) throw new Error("The browser's trace has no task of the main thread");
  const longest = (figure) => Math.max(...tasks.map((task) => task[figure] ?? 0)) / 1000;
  const workCpuMs = tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  return { longestTaskMs: longest("dur"), longestTaskCpuMs: longest("tdur"), workCpuMs };
}

/** Of the middle two where there are as many above as below. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
