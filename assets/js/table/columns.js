// The columns of the comparison table, in the order in which build and scripts write them, and their words in the address. Pure.

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @returns {{word: string, metric: ?object, statistic: ?string, field: ?string, isFirst: boolean}[]} `metric` and so on: of a column of
 *   figures; `isFirst`: of a metric's first statistic
 */
export function tableColumns({ metrics }) {
  const figures = [...metrics.values()].flatMap((metric) =>
    Object.entries(metric.statistics).map(([statistic, field], i) => ({
      word: `${metric.id}-${statistic}`,
      metric,
      statistic,
      field,
      isFirst: i === 0,
    })),
  );
  return [wordsIn("technology"), wordsIn("iterations"), ...figures, wordsIn("remarks")];
}

function wordsIn(word) {
  return { word, metric: null, statistic: null, field: null, isFirst: false };
}
