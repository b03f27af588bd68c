// The column `run` of contract 2: a cell's run, or where several were measured alike the list of them, newest first.

/** @param {number|number[]} run @returns {number[]} */
export function runsOf(run) {
  return [run].flat();
}

/** @param {number|number[]} run */
export function newestRun(run) {
  return runsOf(run)[0];
}
