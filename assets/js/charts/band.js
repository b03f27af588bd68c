// A Chart.js plugin that draws the field's pale band behind the lines.

import { BAND, bandPath } from "../drawing/field-band.js";

export const band = {
  id: "band",
  defaults: { field: [] },

  beforeDatasetsDraw({ ctx, chartArea, scales }, _args, { field, ink }) {
    if (field.length === 0) return;
    const { left, top, width, height } = chartArea;
    const spot = (x, value) => ({ x: scales.x.getPixelForValue(x), y: scales.y.getPixelForValue(value) });
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    ctx.fillStyle = ink;
    for (const part of BAND) {
      ctx.globalAlpha = part.opacity;
      ctx.fill(new Path2D(bandPath(field, part, spot)));
    }
    ctx.restore();
  },
};
