// What a line chart shows: one line a technology over a true numeric axis. Pure: a dataset, a chart spec and a view in; lines,
// axes and words out, which Chart.js, dimple and the drawing to SVG make pictures of. A cell that is missing leaves a gap.

import { placesAsHeavy } from "../results/held.js";
import { shownApart } from "../results/looks.js";
import { newestRun } from "../results/runs-of-cell.js";
import { isDrawn, isFaint, isShown } from "../state.js";
import { failedWords, leadWords, lineSummary, metricTitle, placeWords } from "../words.js";
import { axisOf, linearAxis, measuredAxis, zoomed } from "./axis.js";
import { failedIn } from "./failed.js";
import { bandWords, fieldPoints } from "./field-band.js";
import { figuresOf, isRelative, metricOf, scaleOf, statisticOf, titleOf, xAxisOf } from "./scope.js";

/** With more lines than this, lines and points are drawn finer. */
const ROOMY = 8;

/** A whisker longer than this many times the highest mean is cut off, lest it flatten the lines. */
const TALLEST_WHISKER = 1.2;

const X_TICKS = 5;

/**
 * @typedef {{x: number, y: ?number, ci95: ?number, cell: ?number, saturated: boolean, lost: boolean, unfinished: boolean}} Point
 *   `y` and `ci95` are null where nothing was measured, `cell` where there is no cell
 *
 * @typedef {object} LineScene
 * @property {"line"} kind
 * @property {{technology: object, faint: boolean, points: Point[]}[]} series
 * @property {boolean} fine whether lines and points are drawn finer, being many
 * @property {import("./axis.js").Axis & {title: string}} x
 * @property {import("./axis.js").Axis & {title: string}} y
 * @property {import("./field-band.js").FieldPoint[]} field where all technologies stand, while some of them are not drawn
 * @property {number[]} floors what the runs drawn measured of client and machine alone
 * @property {{value: number, label: string}[]} references lines across the chart that its metric declares
 * @property {?number} load the x of the lightest cell by which a reader's own load is answered; null where it is none in sight
 * @property {number[]} places every x in sight at which a line has a cell, ascending
 * @property {string} heading what it is of: `Latency, 2 rooms: Latency, mean (ms)`
 * @property {object} metric as it is measured
 * @property {LineWords} words
 *
 * @typedef {object} LineWords around a chart
 * @property {string} summary for those who don't see it
 * @property {string} lead what it says, in a sentence
 * @property {string} title
 * @property {string} statistic its id
 * @property {string} unit
 * @property {string} better
 * @property {string} place what all points share
 * @property {object[]} missing technologies without a point
 * @property {object[]} failed technologies whose load failed, as `failedIn` gives them
 */

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3, of kind `line`
 * @param {import("../state.js").View} view
 * @returns {LineScene}
 */
export function lineScene(dataset, spec, view) {
  const metric = metricOf(dataset, spec, view);
  const statistic = statisticOf(dataset, spec, view);
  const series = lineSeries(dataset, spec, view);
  const floors = isRelative(dataset, view) ? [] : noiseFloors(dataset, series, statistic.field);
  const field = fieldPoints(dataset, spec, view, statistic.field);
  const { label: xLabel, scale: xScale } = dataset.axis(xAxisOf(dataset, spec, view));
  const title = titleOf(dataset, spec, view);
  const yTitle = metricTitle(metric, statistic.id);
  const heading = `${title}: ${yTitle}`;
  const x = lineXAxis(series, xScale, view.zoom);
  const inSight = (point) => !view.zoom || isInSight(point, x);
  const failed = failedIn(dataset, series.map(cellsOfLine), spec.fixed);
  const held = view.range === "same" ? pointsEverywhere(dataset, spec, view) : series.flatMap(({ points }) => points);
  return {
    kind: "line",
    series,
    fine: series.length > ROOMY,
    x: { ...x, title: xLabel },
    y: { ...axisOf(scaleOf(metric, view), [...reach(held.filter(inSight)), ...floors]), title: yTitle },
    field,
    floors,
    references: isRelative(dataset, view) ? [] : (metric.reference_lines ?? []),
    load: loadInSight(dataset, spec, view, inSight),
    places: measuredXs(series).filter((place) => inSight({ x: place })),
    heading,
    metric,
    words: {
      summary: [
        lineSummary(series, { title: heading, xLabel, metric, floors }),
        failedWords(failed),
        ...(field.length > 0 ? [bandWords()] : []),
      ]
        .filter(Boolean)
        .join(" "),
      lead: leadWords(soundOf(dataset, series), metric),
      title,
      statistic: statistic.id,
      unit: metric.unit,
      better: metric.better,
      place: placeWords(dataset.comparison, spec.fixed).join(", "),
      missing: missingOf(series, failed),
      failed,
    },
  };
}

function cellsOfLine({ technology, points }) {
  return { technology, cells: points.map(({ cell }) => cell).filter((cell) => cell !== null) };
}

/** Lines without the cells that failed, of which none can be the best. */
function soundOf(dataset, series) {
  const isSound = ({ cell }) => cell === null || dataset.failure(cell) === null;
  return series.map((one) => ({ ...one, points: one.points.filter(isSound) }));
}

/** Who has no point at all, for no reason that is told. */
function missingOf(series, failed) {
  const told = failed.map(({ technology }) => technology);
  const empty = series.filter(({ points }) => points.every(({ y }) => y === null));
  return empty.map(({ technology }) => technology).filter((technology) => !told.includes(technology));
}

function loadInSight(dataset, { fixed, ...spec }, view, inSight) {
  const [place] = view.need ? placesAsHeavy(dataset, view.need.load) : [];
  if (!place || Object.entries(fixed).some(([id, value]) => place[id] !== value)) return null;
  const [cell] = dataset.technologies.flatMap(({ id }) => dataset.cellsOf(id, place));
  const x = dataset.cells[xAxisOf(dataset, spec, view)][cell];
  return inSight({ x }) ? x : null;
}

/**
 * The points of every technology shown, at every x that any technology of the same run has, shown or not:
 * hiding one closes no gap of another, and a file with a grid of its own tears none open.
 * @returns {{technology: object, faint: boolean, points: Point[]}[]}
 */
export function lineSeries(dataset, spec, view) {
  const { field } = statisticOf(dataset, spec, view);
  const figureOf = figuresOf(dataset, field, view);
  const x = xAxisOf(dataset, spec, view);
  const xsOfRun = new Map();
  const all = dataset.technologies.map((technology) => {
    const cells = dataset.cellsOf(technology.id, spec.fixed);
    const cellAt = new Map(cells.map((cell) => [dataset.cells[x][cell], cell]));
    const run = cells.length > 0 ? newestRun(dataset.cells.run[cells[0]]) : undefined;
    xsOfRun.set(run, new Set([...(xsOfRun.get(run) ?? []), ...cellAt.keys()]));
    return [technology.id, { run, cellAt }];
  });
  const lines = new Map(all);
  return shownApart(dataset, view)
    .filter((technology) => isDrawn(technology, spec, view))
    .map((technology) => {
      const { run, cellAt } = lines.get(technology.id);
      const xs = [...xsOfRun.get(run)].sort((a, b) => a - b);
      return {
        technology,
        faint: isFaint(technology, view),
        points: xs.map((at) => linePoint(dataset, at, cellAt.get(at), figureOf)),
      };
    });
}

function linePoint(dataset, x, cell, figureOf) {
  if (cell === undefined) {
    return { x, y: null, ci95: null, cell: null, saturated: false, lost: false, unfinished: false };
  }
  const { mean, ci95 } = figureOf(cell);
  return { x, y: mean, ci95, cell, ...doubtsOf(dataset, cell) };
}

/** What a point's marks tell of its cell. */
export function doubtsOf(dataset, cell) {
  const { saturated, lost, unfinished } = dataset.caveats(cell);
  return { saturated: saturated > 0, lost: lost > 0, unfinished: unfinished > 0 };
}

/** Whether a point lies on the part of the x axis that is shown. */
export function isInSight({ x }, { min, max }) {
  return x >= min && x <= max;
}

/** Every x at which a line drawn has a cell, ascending. */
function measuredXs(series) {
  const xs = series.flatMap(({ points }) => points.filter(({ cell }) => cell !== null).map(({ x }) => x));
  return [...new Set(xs)].sort((a, b) => a - b);
}

function lineXAxis(series, scale, zoom) {
  const xs = series.flatMap(({ points }) => points.map(({ x }) => x));
  const whole = scale === "log" ? measuredAxis(measuredXs(series)) : linearAxis(xs, { most: X_TICKS });
  return zoom ? zoomed(whole, zoom, X_TICKS) : whole;
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
