// Derived figures that are another field's, times and over what a whole cell has in common, such as memory per user. Pages leave
// them out of the datasets that they carry; this makes them as the build does (scaled_figures.rb).

/**
 * @param {object} data a dataset as a page carries it
 * @returns {object} contract 2
 */
export function withScaled({ cells, ...data }) {
  const dimensions = new Set(data.comparison.dimensions.map(({ id }) => id));
  const isScaled = ({ derived }) => derived?.times.length === 1 && derived.per.every((field) => dimensions.has(field));
  const made = data.metrics.filter(isScaled).flatMap(({ statistics, derived: { factor = 1, times, per } }) => {
    const base = cells[times[0]];
    if (!base?.mean) return [];
    const divisors = base.mean.map((_, cell) => per.reduce((product, field) => product * cells[field][cell], 1));
    const scaled = (figures) =>
      figures.map((figure, cell) => (figure === null ? null : (factor * figure) / divisors[cell]));
    const column = { mean: scaled(base.mean), ci95: scaled(base.ci95) };
    return Object.values(statistics).map((field) => [field, column]);
  });
  return { ...data, cells: { ...cells, ...Object.fromEntries(made) } };
}
