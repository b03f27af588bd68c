// A chart that no page shows: laid out at a size of its own, whatever the screen, to be drawn by other means.

import { Chart } from "./library.js";

/**
 * @template T
 * @param {object} config of Chart.js, as line.js and bubble.js give it
 * @param {{width: number, height: number}} size in CSS pixels
 * @param {function(Chart): T} read is handed the chart, which is gone once it has returned
 * @returns {T} what `read` returned
 */
export function layOut(config, { width, height }, read) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const options = { ...config.options, responsive: false, devicePixelRatio: 1, events: [] };
  const chart = new Chart(canvas, { ...config, options });
  try {
    return read(chart);
  } finally {
    chart.destroy();
  }
}
