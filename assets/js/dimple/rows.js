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

/** The range of a logarithmic axis that has nothing to show. */
const NO_RANGE = { min: 1, max: 10 };

/**
 * From where to where the y axis goes.
 * @param {object} config of a line chart, as `lineChart` gives it
 * @returns {{isLog: boolean, min: number, max: number}}
 */
export function rangeOf({ options }) {
  const { type, min, max, suggestedMax } = options.scales.y;
  const isLog = type === "logarithmic";
  return isLog ? { isLog, ...NO_RANGE, ...(min && { min, max }) } : { isLog, min: min ?? 0, max: max ?? suggestedMax };
}

/**
 * The points that have a figure; one that a logarithmic axis has no place for stands at its lower end. dimple draws a line for each
 * different pair of `technology` and `stretch`: points that follow each other share a stretch, and where a figure is missing another
 * begins.
 * @param {object} config of a line chart, as `lineChart` gives it
 * @returns {{technology: string, stretch: number, x: number, y: number}[]}
 */
export function rowsOf(config) {
  const places = placesOf(config);
  const { isLog, min } = rangeOf(config);
  return config.data.datasets.flatMap(({ label, data }) => {
    const yAt = new Map(data.map(({ x, y }) => [x, y]));
    let stretch = 0;
    return places.flatMap((x) => {
      const y = yAt.get(x) ?? null;
      if (y === null) stretch++;
      return y === null ? [] : [{ technology: label, stretch, x, y: isLog ? Math.max(y, min) : y }];
    });
  });
}
