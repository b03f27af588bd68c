// How a metric is distributed in one cell: its percentiles over an axis that counts nines. Pure.

import { scaleOptions } from "../charts/axes.js";
import { lineDataset } from "../charts/line.js";
import { axisOf } from "../drawing/axis.js";
import { doubtsOf } from "../drawing/line-scene.js";
import { scaleOf } from "../drawing/scope.js";
import { t } from "../language.js";
import { shownApart } from "../results/looks.js";
import { isFaint } from "../state.js";
import { lineSummary, placeWords, statisticName } from "../words.js";

/** Statistics that are quantiles, and which. */
const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 };
const MARGIN = 0.15;

/** Where a quantile stands: 1 for p90, 2 for p99. The median stands at 0.3. */
export function nines(quantile) {
  return -Math.log10(1 - quantile);
}

/** The quantiles that a metric has: `{id, field, x}`, ascending. */
export function quantilesOf({ statistics }) {
  const known = Object.entries(statistics).filter(([id]) => id in QUANTILES);
  return known.map(([id, field]) => ({ id, field, x: nines(QUANTILES[id]) })).sort((a, b) => a.x - b.x);
}

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} metric with quantiles among its statistics
 * @param {import("../state.js").View} view whose cell is drawn
 * @param {object} look as `readLook` gives it
 * @returns {{config: object, summary: string}}
 */
export function distributionChart(dataset, metric, view, look) {
  const quantiles = quantilesOf(metric);
  const series = distributionSeries(dataset, quantiles, view);
  const title = `${metric.label} (${metric.unit})`;
  const values = series.flatMap(({ points }) => points.map(({ y }) => y)).filter((y) => y !== null);
  const labels = new Map(quantiles.map(({ id, x }) => [x, statisticName(id)]));
  return {
    config: {
      type: "line",
      data: { datasets: series.map((one) => lineDataset(one, look, true)) },
      options: {
        scales: {
          x: nineAxis(labels, look),
          y: scaleOptions({ ...axisOf(scaleOf(metric, view), values), title }, look),
        },
        plugins: {
          marks: { ink: look.text, ground: look.ground, faint: look.muted, floors: [] },
        },
      },
    },
    summary: lineSummary(series, {
      title: `${placeWords(dataset.comparison, view.cell).join(", ")}: ${title}`,
      xLabel: t`Percentile, in nines`,
      metric,
    }),
  };
}

function distributionSeries(dataset, quantiles, view) {
  return shownApart(dataset, view).flatMap((technology) => {
    const [cell] = dataset.cellsOf(technology.id, view.cell);
    if (cell === undefined) return [];
    const doubts = doubtsOf(dataset, cell);
    const points = quantiles.map(({ field, x }) => {
      const { mean, ci95 } = dataset.figure(cell, field);
      return { x, y: mean, ci95, cell, ...doubts };
    });
    return [{ technology, faint: isFaint(technology, view), points }];
  });
}

function nineAxis(labels, look) {
  const ticks = [...labels.keys()];
  const [min, max] = [ticks[0] - MARGIN, ticks.at(-1) + MARGIN];
  const options = scaleOptions({ title: t`Percentile`, scale: "linear", min, max, ticks }, look);
  return { ...options, ticks: { ...options.ticks, autoSkip: false, callback: (value) => labels.get(value) } };
}
