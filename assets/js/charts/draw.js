// Draws a chart, and other views in it. Where lines only come and go within the same axes, which is what most clicks ask for, they
// are hidden or shown, and Chart.js works nothing out anew.

import { Chart } from "./library.js";

/** The options of each chart as text, as they were handed over: Chart.js fills them up. */
const optionsOf = new WeakMap();

/** Longer lines are the same only if their points are the same array. */
const LONG = 100;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {object} config of Chart.js, as line.js and bubble.js give it; x ascends along lines
 * @param {?Chart} chart that is drawn on the canvas already, of the same type
 * @returns {Chart}
 */
export function drawChart(canvas, config, chart) {
  const options = JSON.stringify(config.options);
  const isSame = chart && optionsOf.get(chart) === options;
  if (isSame && showLines(chart, config)) return chart;
  const drawn = chart ? update(chart, config) : new Chart(canvas, config);
  optionsOf.set(drawn, options);
  return drawn;
}

function update(chart, { data, options }) {
  Object.assign(chart, { data, options });
  chart.update("none");
  return chart;
}

/**
 * Shows the lines wanted and hides the others.
 * @returns {boolean} false if the chart lacks one, or its x axis or the room for names beside it would change
 */
function showLines(chart, { type, data, options: { layout } }) {
  const { datasets } = chart.data;
  const wantedAt = data.datasets.map((wanted) => datasets.findIndex((one) => isSameLine(one, wanted)));
  const visible = datasets.filter((_, i) => chart.isDatasetVisible(i));
  if (type !== "line" || wantedAt.includes(-1) || placesOf(visible) !== placesOf(data.datasets)) return false;
  if (chart.options.layout.padding.right !== layout?.padding.right({ chart })) return false;
  // Another size of the chart has these lines' names beside it.
  chart.config.options.layout = layout;
  datasets.forEach((_, i) => {
    const isWanted = wantedAt.includes(i);
    chart.setDatasetVisibility(i, isWanted);
    chart.getDatasetMeta(i).visible = isWanted;
  });
  chart.draw();
  return true;
}

function isSameLine({ data: a, ...one }, { data: b, ...other }) {
  if (one.label !== other.label || JSON.stringify(one) !== JSON.stringify(other)) return false;
  return a === b || (a.length < LONG && JSON.stringify(a) === JSON.stringify(b));
}

/** Where lines have points, and whether these have figures, as text; of long lines where they begin and end. */
function placesOf(datasets) {
  const points = datasets.flatMap(({ data }) => (data.length < LONG ? data : [data[0], data.at(-1)]));
  return [...new Set(points.map(({ x, y }) => `${x} ${y !== null}`))].sort().join();
}
