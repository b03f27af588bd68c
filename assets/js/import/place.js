// Where an imported result file belongs, and how it is written.

/**
 * @param {{run: object, results: object[]}} file a result file
 * @param {string} format the adapter's id
 * @returns {string} its name from day, format and technology: `2026-11-21-oha-node-http.json`
 */
export function nameOf({ run, results }, format) {
  const technologies = new Set(results.map(({ technology }) => technology));
  const [technology] = technologies;
  return `${[run.started_at.slice(0, 10), format, ...(technologies.size === 1 ? [technology] : [])].join("-")}.json`;
}

/** A result file as text: strict JSON, a line a row and a course. */
export function textOf({ run, ...lists }) {
  const head = JSON.stringify(run, null, 2).replaceAll("\n", "\n  ");
  const parts = Object.entries(lists).map(([key, entries]) => `  "${key}": [\n${entries.map(line).join(",\n")}\n  ]`);
  return `{\n  "run": ${head},\n${parts.join(",\n")}\n}\n`;
}

function line(entry) {
  return `    ${JSON.stringify(entry)}`;
}
