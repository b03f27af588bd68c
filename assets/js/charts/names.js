// A Chart.js plugin that names lines where they end, where drawing/line-names.js finds room for it.

import { endOf, LEADER_OPACITY, leaderPath, NAME_FONT, NAME_LEFT, placeNames } from "../drawing/line-names.js";
import { FAINT } from "../drawing/look.js";

export const names = {
  id: "names",

  afterDatasetsDraw(chart, _args, { ink, font }) {
    if (!chart.options.layout.padding.right) return;
    const { ctx, chartArea, scales } = chart;
    const ended = chart
      .getSortedVisibleDatasetMetas()
      .map(({ index }) => chart.data.datasets[index])
      .map((dataset) => ({ ...dataset, end: endOf(dataset.data, scales.x) }))
      .filter(({ end }) => end);
    const ends = ended.map(({ end }) => scales.y.getPixelForValue(end.y) - chartArea.top);
    const middles = placeNames(ends, chartArea.height);
    ctx.save();
    ctx.font = `${NAME_FONT}px ${font}`;
    ctx.textBaseline = "middle";
    ctx.lineWidth = 1;
    ctx.fillStyle = ink;
    ctx.translate(chartArea.right, chartArea.top);
    ended.forEach(({ label, borderColor, faint, end }, i) => {
      ctx.strokeStyle = borderColor;
      ctx.globalAlpha = LEADER_OPACITY;
      ctx.stroke(new Path2D(leaderPath(scales.x.getPixelForValue(end.x) - chartArea.right, ends[i], middles[i])));
      ctx.globalAlpha = faint ? FAINT : 1;
      ctx.fillText(label, NAME_LEFT, middles[i]);
    });
    ctx.restore();
  },
};
