// Bubble charts: one cell, one bubble a technology, its area (not its radius) proportional to a
// third metric. Pure: a dataset, a chart spec and a view in, a Chart.js configuration out.

import { isDrawn, isFaint } from "../state.js";
import { bubbleSummary, metricTitle, placeWords } from "../words.js";
import { roundDown, scaleOptions } from "./axes.js";
import { frontier, frontierWords } from "./frontier.js";
import { colorOf, translucent } from "./look.js";

/** Radius, in CSS pixels, of the largest bubble of a cell. */
export const LARGEST_RADIUS = 36;

/** Radius of a bubble whose area is to `LARGEST_RADIUS`'s as `value` is to `largest`. */
export function bubbleRadius(value, largest) {
  return largest > 0 ? LARGEST_RADIUS * Math.sqrt(value / largest) : 0;
}

/**
 * The bubbles of the technologies shown, in the view's cell. The largest of the cell sets the size of
 * all, shown or not, so that hiding one leaves the others as they are.
 */
export function bubbles(dataset, spec, view) {
  const fields = Object.fromEntries(
    ["x", "y", "size"].map((role) => [role, dataset.statistic(spec[role], view.statistic).field]),
  );
  const all = dataset.technologies.map((technology) => {
    const [cell] = dataset.cellsOf(technology.id, view.cell ?? spec.fixed);
    return { technology, point: cell === undefined ? null : bubblePoint(dataset, cell, fields) };
  });
  const complete = all.filter(({ point }) => point !== null);
  const largest = Math.max(0, ...complete.map(({ point }) => point.size));
  const shown = all.filter(({ technology }) => isDrawn(technology, spec, view));
  return {
    largest,
    drawn: shown
      .filter(({ point }) => point !== null)
      .map(({ technology, point }) => ({ technology, point: { ...point, r: bubbleRadius(point.size, largest) } })),
    missing: shown.filter(({ point }) => point === null).map(({ technology }) => technology),
  };
}

function bubblePoint(dataset, cell, fields) {
  const figures = Object.entries(fields).map(([role, field]) => [role, dataset.figure(cell, field).mean]);
  if (figures.some(([, mean]) => mean === null)) return null;
  const { saturated, lost, unfinished } = dataset.caveats(cell);
  return { ...Object.fromEntries(figures), cell, saturated: saturated > 0, lost: lost > 0, unfinished: unfinished > 0 };
}

/**
 * @returns {{config: object, reading: import("./readout-panel.js").Reading, summary: string, statistic: string, place: string,
 *   missing: object[], frontier: string, sizeKey: object}} `place`: the cell in words; `missing`: technologies that it has no
 *   figures of; `frontier`: who can't be bettered in everything at once, in words; `sizeKey`: what the areas mean
 */
export function bubbleChart(dataset, spec, view, look) {
  const [x, y, size] = ["x", "y", "size"].map((role) => ({
    metric: dataset.metrics.get(spec[role]),
    statistic: dataset.statistic(spec[role], view.statistic),
  }));
  const { drawn, largest, missing } = bubbles(dataset, spec, view);
  const titleOf = ({ metric, statistic }) => metricTitle(metric, statistic.id);
  const metrics = [x, y, size].map(({ metric }) => metric);
  const best = frontier(
    drawn,
    ({ point }) => [point.x, point.y, point.size],
    metrics.map(({ better }) => better),
  );
  const axis = (measure, role) =>
    scaleOptions({ title: titleOf(measure), scale: view.scale, values: drawn.map(({ point }) => point[role]) }, look);
  const config = {
    type: "bubble",
    data: { datasets: drawn.map((one) => bubbleDataset(one, best.includes(one), view, look)) },
    options: {
      scales: {
        x: { ...axis(x, "x"), grace: "12%" },
        y: { ...axis(y, "y"), grace: "20%" },
      },
      clip: false,
      plugins: {
        crosshair: { ink: look.muted },
        marks: { ink: look.text, ground: look.ground },
        labels: { ink: look.text, ground: look.ground, font: look.font },
      },
    },
  };
  const place = placeWords(dataset.comparison, view.cell ?? spec.fixed).join(", ");
  const title = `${place}: ${titleOf(x)} against ${titleOf(y)}, area ${titleOf(size)}`;
  return {
    config,
    reading: readingOf(drawn, { title, dataset, measures: [x, y, size] }),
    summary: bubbleSummary(drawn, {
      title,
      x: x.metric,
      y: y.metric,
      size: size.metric,
    }),
    statistic: size.statistic.id,
    place,
    missing,
    frontier: frontierWords(
      best.map(({ technology }) => technology.name),
      metrics,
    ),
    sizeKey: { title: titleOf(size), unit: size.metric.unit, entries: sizeKeyEntries(largest) },
  };
}

/** @returns {import("./readout-panel.js").Reading} a bubble a place, along the x axis */
function readingOf(drawn, what) {
  const points = drawn.map(({ point }) => point).sort((a, b) => a.x - b.x);
  return {
    places: points.map(({ cell }) => cell),
    ...what,
    valueAt: (cell) => points.find((point) => point.cell === cell),
    placeUnder: ({ scales }, at) => nearestBubble(points, scales, at),
  };
}

/** The cell of the bubble whose rim is nearest; null without bubbles. */
function nearestBubble(points, scales, at) {
  const fromRim = ({ x, y, r }) =>
    Math.hypot(scales.x.getPixelForValue(x) - at.x, scales.y.getPixelForValue(y) - at.y) - r;
  const [nearest] = points.map((point) => ({ cell: point.cell, far: fromRim(point) })).sort((a, b) => a.far - b.far);
  return nearest?.cell ?? null;
}

/** Round values and their radii for the size key: the largest bubble's, about a quarter, about a sixteenth. */
export function sizeKeyEntries(largest) {
  if (!(largest > 0)) return [];
  const values = [1, 1 / 4, 1 / 16].map((share) => roundDown(largest * share));
  return values.map((value) => ({ value, radius: bubbleRadius(value, largest) }));
}

function bubbleDataset({ technology, point }, unbeaten, view, look) {
  const faint = isFaint(technology, view);
  const color = colorOf(technology, look, faint);
  const fill = (opacity) => (point.saturated || faint ? "transparent" : translucent(color, opacity));
  return {
    label: technology.name,
    data: [point],
    order: point.r,
    borderColor: color,
    borderWidth: unbeaten ? 4 : 1.5,
    borderDash: technology.dash,
    backgroundColor: fill(0.35),
    // Nothing hovers: Chart.js leaves no room for it.
    hoverRadius: 0,
  };
}
