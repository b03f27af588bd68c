// A Chart.js plugin that draws lines across the chart at what is read: at the x of `chart.crosshairAt`, and at its y if it has one.

export const crosshair = {
  id: "crosshair",

  afterDatasetsDraw({ ctx, chartArea, scales, crosshairAt }, _args, { ink }) {
    if (!crosshairAt) return;
    const { left, right, top, bottom } = chartArea;
    const x = scales.x.getPixelForValue(crosshairAt.x);
    ctx.save();
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, bottom);
    if (crosshairAt.y !== undefined) {
      const y = scales.y.getPixelForValue(crosshairAt.y);
      ctx.moveTo(left, y);
      ctx.lineTo(right, y);
    }
    ctx.stroke();
    ctx.restore();
  },
};
