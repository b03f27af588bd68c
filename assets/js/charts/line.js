// Line charts: one line a technology over a true numeric axis. Pure: a dataset, a chart spec and a
// view in, a Chart.js configuration out. A cell that is missing leaves a gap.

import { isDrawn, isFaint, isShown } from "../state.js";
import { leadWords, lineSummary, metricTitle, placeWords } from "../words.js";
import { measuredTicks, scaleOptions } from "./axes.js";
import { colorOf, pointShape } from "./look.js";
import { measuredXs, nearest } from "./readout.js";
import { figuresOf, isRelative, metricOf, statisticOf, titleOf, xAxisOf } from "./scope.js";

/** With more lines than this, lines and points are drawn finer. */
const ROOMY = 8;

/** A whisker longer than this many times the highest mean is cut off, lest it flatten the lines. */
const TALLEST_WHISKER = 2;

/**
 * The points of every technology shown, at every x that any technology of the same run has, shown or not:
 * hiding one closes no gap of another, and a file with a grid of its own tears none open.
 * @returns {{technology: object, points: {x: number, y: ?number, ci95: ?number, cell: ?number, saturated: boolean, lost: boolean, unfinished: boolean}[]}[]}
 */
export function lineSeries(dataset, spec, view) {
  const { field } = statisticOf(dataset, spec, view);
  const figureOf = figuresOf(dataset, field, view);
  const x = xAxisOf(dataset, spec, view);
  const xsOfRun = new Map();
  const all = dataset.technologies.map((technology) => {
    const cells = dataset.cellsOf(technology.id, spec.fixed);
    const cellAt = new Map(cells.map((cell) => [dataset.cells[x][cell], cell]));
    const run = dataset.cells.run[cells[0]];
    xsOfRun.set(run, new Set([...(xsOfRun.get(run) ?? []), ...cellAt.keys()]));
    return { technology, run, cellAt };
  });
  return all
    .filter(({ technology }) => isDrawn(technology, spec, view))
    .map(({ technology, run, cellAt }) => ({
      technology,
      points: [...xsOfRun.get(run)].sort((a, b) => a - b).map((at) => linePoint(dataset, at, cellAt.get(at), figureOf)),
    }));
}

function linePoint(dataset, x, cell, figureOf) {
  if (cell === undefined) {
    return { x, y: null, ci95: null, cell: null, saturated: false, lost: false, unfinished: false };
  }
  const { mean, ci95 } = figureOf(cell);
  const { saturated, lost, unfinished } = dataset.caveats(cell);
  return { x, y: mean, ci95, cell, saturated: saturated > 0, lost: lost > 0, unfinished: unfinished > 0 };
}

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3, of kind `line`
 * @param {import("../state.js").View} view
 * @param {object} look as `readLook` gives it
 * @returns {{config: object, summary: string, lead: string, statistic: string, unit: string, reading: object, place: string,
 *   missing: object[]}} `lead`: what it says, in a sentence; `reading`: what ReadoutPanel follows; `place`: what all points
 *   share, in words; `missing`: technologies without a point
 */
export function lineChart(dataset, spec, view, look) {
  const metric = metricOf(dataset, spec, view);
  const statistic = statisticOf(dataset, spec, view);
  const series = lineSeries(dataset, spec, view);
  const floors = isRelative(dataset, view) ? [] : noiseFloors(dataset, series, statistic.field);
  const { label: xLabel, scale: xScale } = dataset.axis(xAxisOf(dataset, spec, view));
  const title = metricTitle(metric, statistic.id);
  const name = titleOf(dataset, spec, view);
  const points = view.range === "same" ? pointsEverywhere(dataset, spec, view) : series.flatMap((one) => one.points);
  const [min, max] = view.zoom ?? [];
  const inSight = ({ x }) => !view.zoom || (x >= min && x <= max);
  const xs = measuredXs(series).filter((x) => inSight({ x }));
  const config = {
    type: "line",
    data: { datasets: series.map((one) => lineDataset(one, view, look, series.length > ROOMY)) },
    options: {
      scales: {
        x: {
          ...scaleOptions({ title: xLabel, mostTicks: 5 }, look),
          ...(xScale === "log" && measuredTicks(measuredXs(series))),
          ...(view.zoom && { min, max }),
        },
        y: scaleOptions({ title, scale: view.scale, values: [...reach(points.filter(inSight)), ...floors] }, look),
      },
      plugins: {
        crosshair: { ink: look.muted },
        marks: { ink: look.text, ground: look.ground, faint: look.muted, floors },
      },
    },
  };
  return {
    config,
    summary: lineSummary(series, { title: `${name}: ${title}`, xLabel, metric, floors }),
    lead: leadWords(series, metric),
    title: name,
    statistic: statistic.id,
    unit: metric.unit,
    better: metric.better,
    reading: {
      places: xs,
      title: `${name}: ${title}`,
      dataset,
      series,
      words: { xLabel, unit: metric.unit },
      valueAt: (x) => ({ x }),
      placeUnder: ({ scales }, { x }) => nearest(xs, scales.x.getValueForPixel(x)),
    },
    place: placeWords(dataset.comparison, spec.fixed).join(", "),
    missing: series.filter(({ points }) => points.every(({ y }) => y === null)).map(({ technology }) => technology),
  };
}

/** A line of Chart.js in its technology's look; `fine` among many. */
export function lineDataset({ technology, points }, view, look, fine) {
  const color = colorOf(technology, look, isFaint(technology, view));
  const { pointStyle, rotation } = pointShape(technology.shape);
  // One value for all points, where that does: Chart.js then works their settings out once.
  const isHollow = points.some(({ saturated }) => saturated);
  const fill = isHollow ? points.map(({ saturated }) => (saturated ? look.ground : color)) : color;
  return {
    label: technology.name,
    data: points,
    spanGaps: false,
    borderColor: color,
    borderWidth: fine ? 1.5 : 2,
    borderDash: technology.dash,
    pointStyle,
    pointRotation: rotation,
    pointRadius: fine ? 3.5 : 5,
    // Nothing hovers; it is the room that Chart.js leaves around the plot, as the build's drawing does.
    pointHoverRadius: 7,
    pointBorderColor: color,
    pointBorderWidth: fine ? 1.5 : 2,
    pointBackgroundColor: fill,
  };
}

/** What the runs of the points drawn measured of client and machine alone, each value once. */
function noiseFloors(dataset, series, field) {
  const cells = series.flatMap(({ points }) => points.map(({ cell }) => cell)).filter((cell) => cell !== null);
  const floors = cells.map((cell) => dataset.noiseFloor(cell, field)).filter((floor) => floor !== undefined);
  return [...new Set(floors)];
}

/** The points of the technologies shown in all charts of the metric, whatever they hold fixed. */
function pointsEverywhere(dataset, spec, view) {
  const figureOf = figuresOf(dataset, statisticOf(dataset, spec, view).field, view);
  const shown = dataset.technologies.filter((technology) => isShown(technology, view));
  const cells = shown.flatMap(({ id }) => dataset.cellsOf(id, {}));
  const x = dataset.cells[xAxisOf(dataset, spec, view)];
  return cells.map((cell) => {
    const { mean, ci95 } = figureOf(cell);
    return { x: x[cell], y: mean, ci95 };
  });
}

/** The values that the y axis has to hold: every mean, and the whiskers' upper ends within reason. */
function reach(points) {
  const measured = points.filter(({ y }) => y !== null);
  const means = measured.map(({ y }) => y);
  const tallest = TALLEST_WHISKER * Math.max(0, ...means);
  return [...means, ...measured.map(({ y, ci95 }) => Math.min(tallest, y + (ci95 ?? 0)))];
}
