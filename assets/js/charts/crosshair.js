// A Chart.js plugin that draws a line across the chart at the x that is read: `chart.crosshairAt`.

export const crosshair = {
  id: "crosshair",

  afterDatasetsDraw({ ctx, chartArea, scales, crosshairAt }, _args, { ink }) {
    if (typeof crosshairAt !== "number") return;
    const x = scales.x.getPixelForValue(crosshairAt);
    ctx.save();
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x, chartArea.top);
    ctx.lineTo(x, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  },
};
