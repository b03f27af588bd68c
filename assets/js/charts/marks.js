// A Chart.js plugin that draws what a point alone can't say: the 95 % confidence interval as a
// whisker, a ring where deliveries were lost, a cross where an iteration failed or did not finish. Behind all, faint
// lines where the noise floor is and at values to compare with, whose words are before all.

import { isInSight } from "../drawing/line-scene.js";
import {
  CAP,
  CROSS,
  CROSS_WIDTHS,
  FLOOR_DASH,
  floorsInSight,
  HALO_WIDTH,
  LOAD_DASH,
  loadWords,
  REFERENCE_WORDS,
  RING,
  RING_WIDTH,
  referencesInSight,
  WHISKER_WIDTH,
  whisker,
} from "../drawing/marks.js";

export const marks = {
  id: "marks",
  defaults: { floors: [], references: [], load: null },

  beforeDatasetsDraw(chart, _args, { floors, references, load, faint }) {
    if (load !== null) drawDown(chart, load, faint);
    drawAcross(chart, floorsInSight(floors, chart.scales.y), faint, FLOOR_DASH);
    drawAcross(chart, valuesOf(referencesInSight(references, chart.scales.y)), faint, []);
    eachPoint(chart, (point, element, dataset) => {
      if (element.skip || !point.ci95) return;
      drawWhisker(chart, element.x, whisker(point, chart.scales.y), dataset.borderColor);
    });
  },

  afterDatasetsDraw(chart, _args, { ink, ground, faint, font, references, load }) {
    const { ctx, scales } = chart;
    eachPoint(chart, (point, element) => {
      if (point.lost && !element.skip) drawRing(ctx, element.x, element.y, ink);
      if (!point.unfinished) return;
      const y = element.skip ? scales.y.bottom : element.y;
      drawCross(ctx, scales.x.getPixelForValue(point.x), y, { ink, ground });
    });
    const written = { faint, ground, font };
    for (const reference of referencesInSight(references, scales.y)) nameLine(chart, reference, written);
    if (load !== null) nameLoad(chart, load, written);
  },
};

function drawAcross({ ctx, chartArea, scales }, values, color, dash) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash(dash);
  ctx.beginPath();
  for (const value of values) {
    const y = scales.y.getPixelForValue(value);
    ctx.moveTo(chartArea.left, y);
    ctx.lineTo(chartArea.right, y);
  }
  ctx.stroke();
  ctx.restore();
}

function drawDown({ ctx, chartArea, scales }, value, color) {
  const x = scales.x.getPixelForValue(value);
  ctx.save();
  ctx.strokeStyle = color;
  ctx.setLineDash(LOAD_DASH);
  ctx.beginPath();
  ctx.moveTo(x, chartArea.top);
  ctx.lineTo(x, chartArea.bottom);
  ctx.stroke();
  ctx.restore();
}

function valuesOf(references) {
  return references.map(({ value }) => value);
}

/** The words on a reference line. */
function nameLine(chart, { value, label, below }, written) {
  const { size, left, apart } = REFERENCE_WORDS;
  const y = chart.scales.y.getPixelForValue(value) + (below ? apart + size : -apart);
  write(chart, label, { x: chart.chartArea.left + left, y, align: "left" }, written);
}

/** Beside the line, on the side that has more room. */
function nameLoad(chart, load, written) {
  const { size, left, apart } = REFERENCE_WORDS;
  const { chartArea, scales } = chart;
  const x = scales.x.getPixelForValue(load);
  const isLeft = x < (chartArea.left + chartArea.right) / 2;
  const at = { x: isLeft ? x + left : x - left, y: chartArea.bottom - size + apart, align: isLeft ? "left" : "right" };
  write(chart, loadWords(), at, written);
}

/** Words with a halo of the ground's colour. */
function write({ ctx }, label, { x, y, align }, { faint, ground, font }) {
  ctx.save();
  ctx.font = `${REFERENCE_WORDS.size}px ${font}`;
  ctx.textAlign = align;
  ctx.lineJoin = "round";
  ctx.lineWidth = HALO_WIDTH;
  ctx.strokeStyle = ground;
  ctx.strokeText(label, x, y);
  ctx.fillStyle = faint;
  ctx.fillText(label, x, y);
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
