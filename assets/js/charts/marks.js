// A Chart.js plugin that draws what a point alone can't say: the 95 % confidence interval as a
// whisker, a ring where deliveries were lost, a cross where an iteration did not finish. Behind all, a faint
// line where the noise floor is.

const CAP = 4;
const RING = 9;
const CROSS = 4.5;
const FLOOR_DASH = [2, 4];

export const marks = {
  id: "marks",
  defaults: { floors: [] },

  beforeDatasetsDraw(chart, _args, { floors, faint }) {
    drawFloors(chart, floorPixels(floors, chart.scales.y), faint);
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

/**
 * Where a whisker begins and ends on the canvas.
 * @param {{y: number, ci95: number}} point
 * @param {{top: number, bottom: number, getPixelForValue: function(number): number}} scale
 * @returns {{top: number, bottom: number, capped: {top: boolean, bottom: boolean}}} pixels; an end that the
 *   axis cuts off has no cap
 */
export function whisker({ y, ci95 }, scale) {
  const high = scale.getPixelForValue(y + ci95);
  const low = y - ci95 > 0 ? scale.getPixelForValue(y - ci95) : scale.bottom + 1;
  return {
    top: Math.max(high, scale.top),
    bottom: Math.min(low, scale.bottom),
    capped: { top: high >= scale.top, bottom: low <= scale.bottom },
  };
}

/**
 * Where noise floors lie on the canvas.
 * @param {number[]} floors
 * @param {{top: number, bottom: number, getPixelForValue: function(number): number}} scale
 * @returns {number[]} pixels; a floor that the axis doesn't reach is left out
 */
export function floorPixels(floors, scale) {
  const pixels = floors.map((floor) => scale.getPixelForValue(floor));
  return pixels.filter((y) => y >= scale.top && y <= scale.bottom);
}

function drawFloors({ ctx, chartArea }, pixels, color) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash(FLOOR_DASH);
  ctx.beginPath();
  for (const y of pixels) {
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

/** Whether a point lies on the part of the x axis that is shown. */
export function isInSight({ x }, { min, max }) {
  return x >= min && x <= max;
}

function drawWhisker({ ctx }, x, { top, bottom, capped }, color) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.25;
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
  ctx.lineWidth = 1.5;
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
    [ground, 5],
    [ink, 2],
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
