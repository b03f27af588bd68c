// A Chart.js plugin that draws what a point alone can't say: the 95 % confidence interval as a
// whisker, a ring where deliveries were lost, a cross where an iteration did not finish. Behind all, a faint
// line where the noise floor is.

import { isInSight } from "../drawing/line-scene.js";
import {
  CAP,
  CROSS,
  CROSS_WIDTHS,
  FLOOR_DASH,
  floorsInSight,
  RING,
  RING_WIDTH,
  WHISKER_WIDTH,
  whisker,
} from "../drawing/marks.js";

export const marks = {
  id: "marks",
  defaults: { floors: [] },

  beforeDatasetsDraw(chart, _args, { floors, faint }) {
    drawFloors(chart, floorsInSight(floors, chart.scales.y), faint);
    eachPoint(chart, (point, element, dataset) => {
      if (element.skip || !point.ci95) return;
      drawWhisker(chart, element.x, whisker(point, chart.scales.y), dataset.borderColor);
    });
  },

  afterDatasetsDraw(chart, _args, { ink, ground }) {
    const { ctx, scales } = chart;
    eachPoint(chart, (point, element) => {
      if (point.lost && !element.skip) drawRing(ctx, element.x, element.y, ink);
      if (!point.unfinished) return;
      const y = element.skip ? scales.y.bottom : element.y;
      drawCross(ctx, scales.x.getPixelForValue(point.x), y, { ink, ground });
    });
  },
};

function drawFloors({ ctx, chartArea, scales }, floors, color) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash(FLOOR_DASH);
  ctx.beginPath();
  for (const floor of floors) {
    const y = scales.y.getPixelForValue(floor);
    ctx.moveTo(chartArea.left, y);
    ctx.lineTo(chartArea.right, y);
  }
  ctx.stroke();
  ctx.restore();
}

/** Every point of the lines shown but those that a zoom leaves out. */
function eachPoint(chart, visit) {
  chart.data.datasets.forEach((dataset, i) => {
    if (!chart.isDatasetVisible(i)) return;
    chart.getDatasetMeta(i).data.forEach((element, j) => {
      if (isInSight(dataset.data[j], chart.scales.x)) visit(dataset.data[j], element, dataset);
    });
  });
}

function drawWhisker({ ctx }, x, { top, bottom, capped }, color) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = WHISKER_WIDTH;
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bottom);
  for (const end of ["top", "bottom"]) {
    if (!capped[end]) continue;
    const y = end === "top" ? top : bottom;
    ctx.moveTo(x - CAP, y);
    ctx.lineTo(x + CAP, y);
  }
  ctx.stroke();
  ctx.restore();
}

function drawRing(ctx, x, y, ink) {
  ctx.save();
  ctx.strokeStyle = ink;
  ctx.lineWidth = RING_WIDTH;
  ctx.beginPath();
  ctx.arc(x, y, RING, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.restore();
}

/** A cross with a halo of the ground's colour, so that it shows on a filled point too. */
function drawCross(ctx, x, y, { ink, ground }) {
  ctx.save();
  ctx.lineCap = "round";
  for (const [color, width] of [
    [ground, CROSS_WIDTHS.halo],
    [ink, CROSS_WIDTHS.cross],
  ]) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.moveTo(x - CROSS, y - CROSS);
    ctx.lineTo(x + CROSS, y + CROSS);
    ctx.moveTo(x - CROSS, y + CROSS);
    ctx.lineTo(x + CROSS, y - CROSS);
    ctx.stroke();
  }
  ctx.restore();
}
