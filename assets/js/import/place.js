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

/** A result file as text: strict JSON, a line a row. */
export function textOf({ run, results }) {
  const rows = results.map((row) => `    ${JSON.stringify(row)}`).join(",\n");
  const head = JSON.stringify(run, null, 2).replaceAll("\n", "\n  ");
  return `{\n  "run": ${head},\n  "results": [\n${rows}\n  ]\n}\n`;
}
