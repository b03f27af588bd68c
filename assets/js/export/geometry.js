// What a laid-out chart looks like, as plain numbers and words: where its ticks, lines, points, marks and bubbles are.
// Ticks, labels and places are Chart.js' own, so a picture made of them is the chart of the page.

import { floorPixels, isInSight, whisker } from "../charts/marks.js";

/**
 * @param {import("chart.js").Chart} chart of one of the page's kinds, laid out
 * @returns {object} pixels from the chart's left upper corner: `width`, `height`, `area`, the axes `x` and `y` (`title` and
 *   `ticks`), `series` (see `readSeries`) and `floors`
 */
export function readGeometry(chart) {
  const { width, height, scales, data } = chart;
  const { left, right, top, bottom } = chart.chartArea;
  return {
    width,
    height,
    area: { left, right, top, bottom },
    x: readAxis(scales.x),
    y: readAxis(scales.y),
    floors: floorPixels(chart.options.plugins.marks.floors ?? [], scales.y),
    series: data.datasets.map((dataset, i) => readSeries(chart, dataset, chart.getDatasetMeta(i).data)),
  };
}

function readAxis(scale) {
  return {
    title: scale.options.title.text,
    ticks: scale.ticks.map(({ label }, i) => ({ label, at: scale.getPixelForTick(i) })),
  };
}

/** A technology's line or bubble; `at` of a point is null where it has no figure. */
function readSeries({ config, scales }, dataset, elements) {
  return {
    name: dataset.label,
    kind: config.type,
    color: dataset.borderColor,
    dash: dataset.borderDash,
    width: dataset.borderWidth,
    shape: { style: dataset.pointStyle ?? "circle", rotation: dataset.pointRotation ?? 0, radius: dataset.pointRadius },
    points: dataset.data
      .map((point, i) => (isInSight(point, scales.x) ? readPoint(point, elements[i], scales) : null))
      .filter(Boolean),
  };
}

function readPoint(point, { x, y, skip }, scales) {
  return {
    at: skip ? null : { x, y },
    radius: point.r,
    hollow: point.saturated,
    whisker: !skip && point.ci95 ? whisker(point, scales.y) : null,
    ring: point.lost && !skip,
    cross: point.unfinished ? { x: scales.x.getPixelForValue(point.x), y: skip ? scales.y.bottom : y } : null,
  };
}
