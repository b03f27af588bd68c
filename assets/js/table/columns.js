// The columns of the comparison table: their words in the address, and where a table has them.

/** By `data-column` of a cell; the technology's has none. */
const WORDS = { n: "iterations", remarks: "remarks" };

/** The words of all columns that a table of this dataset can have. */
export function columnWords({ metrics }) {
  const figures = [...metrics.values()].flatMap(({ id, statistics }) =>
    Object.keys(statistics).map((statistic) => figureWord(id, statistic)),
  );
  return ["technology", ...Object.values(WORDS), ...figures];
}

/**
 * The column that a body cell of the table stands in, as the build marks it (docs/contracts.md).
 * @param {HTMLTableCellElement} cell
 * @returns {{word: string, metric: ?string, statistic: ?string}} `metric` and `statistic`: of a column of figures
 */
export function columnOf({ dataset: { column, metric = null, statistic = null } }) {
  if (metric) return { word: figureWord(metric, statistic), metric, statistic };
  return { word: WORDS[column] ?? "technology", metric, statistic };
}

function figureWord(metric, statistic) {
  return `${metric}-${statistic}`;
}
