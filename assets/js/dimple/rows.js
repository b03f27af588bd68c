// A line chart's points as dimple takes data: rows of strings and numbers. Pure.

/**
 * Every x that a line drawn has, measured there or not, ascending.
 * @param {object} config of a line chart, as `lineChart` gives it
 * @returns {number[]} within the zoom, if there is one
 */
export function placesOf({ data, options }) {
  const { min = -Infinity, max = Infinity } = options.scales.x;
  const xs = data.datasets.flatMap(({ data: points }) => points.map(({ x }) => x));
  return [...new Set(xs)].filter((x) => x >= min && x <= max).sort((a, b) => a - b);
}

/**
 * The points that have a figure. dimple draws a line for each different pair of `technology` and `stretch`: points that
 * follow each other share a stretch, and where a figure is missing another begins.
 * @param {object} config of a line chart, as `lineChart` gives it
 * @returns {{technology: string, stretch: number, x: number, y: number}[]}
 */
export function rowsOf(config) {
  const places = placesOf(config);
  return config.data.datasets.flatMap(({ label, data }) => {
    const yAt = new Map(data.map(({ x, y }) => [x, y]));
    let stretch = 0;
    return places.flatMap((x) => {
      const y = yAt.get(x) ?? null;
      if (y === null) stretch++;
      return y === null ? [] : [{ technology: label, stretch, x, y }];
    });
  });
}
