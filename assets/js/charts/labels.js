// A Chart.js plugin that names the bubbles: a dot in each bubble's centre and the technology's name where drawing/labels.js places it.

import { LEADER_WIDTH } from "../drawing/bubbles.js";
import { DOT, LINE_HEIGHT, nameSize, nearestOf, placeLabels } from "../drawing/labels.js";
import { HALO_WIDTH } from "../drawing/marks.js";

export const labels = {
  id: "labels",

  afterDatasetsDraw(chart, _args, { ink, ground, font }) {
    if (chart.config.type !== "bubble") return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.font = `600 ${nameSize(chart.width)}px ${font}`;
    const named = chart.data.datasets.flatMap((dataset, i) => {
      const [element] = chart.getDatasetMeta(i).data;
      if (!element || element.skip) return [];
      const { x, y } = element;
      return [{ x, y, r: dataset.data[0].r, text: dataset.label, width: ctx.measureText(dataset.label).width }];
    });
    ctx.fillStyle = ink;
    for (const { x, y } of named) {
      ctx.beginPath();
      ctx.arc(x, y, DOT, 0, 2 * Math.PI);
      ctx.fill();
    }
    const placed = placeLabels(named, chartArea);
    ctx.strokeStyle = ink;
    placed.forEach((label, i) => {
      if (label.far) drawLeader(ctx, named[i], label);
    });
    ctx.textBaseline = "middle";
    ctx.lineWidth = HALO_WIDTH;
    ctx.lineJoin = "round";
    ctx.strokeStyle = ground;
    placed.forEach(({ left, top }, i) => {
      ctx.strokeText(named[i].text, left, top + LINE_HEIGHT / 2);
      ctx.fillText(named[i].text, left, top + LINE_HEIGHT / 2);
    });
    ctx.restore();
  },
};

/** A line from a bubble's centre to the nearest point of its label. */
function drawLeader(ctx, bubble, label) {
  const end = nearestOf(label, bubble);
  ctx.lineWidth = LEADER_WIDTH;
  ctx.beginPath();
  ctx.moveTo(bubble.x, bubble.y);
  ctx.lineTo(end.x, end.y);
  ctx.stroke();
}
