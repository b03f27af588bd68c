// A Chart.js plugin that names the bubbles: a dot in each bubble's centre, so that the smallest still
// shows where it is, and the technology's name beside it, clear of the other names.

const DOT = 2;
const GAP = 6;
const LINE_HEIGHT = 16;

export const labels = {
  id: "labels",

  afterDatasetsDraw(chart, _args, { ink, ground, font }) {
    if (chart.config.type !== "bubble") return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.font = font;
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
    ctx.textBaseline = "middle";
    ctx.lineWidth = 3;
    ctx.lineJoin = "round";
    ctx.strokeStyle = ground;
    placeLabels(named, chartArea).forEach(({ left, top }, i) => {
      ctx.strokeText(named[i].text, left, top + LINE_HEIGHT / 2);
      ctx.fillText(named[i].text, left, top + LINE_HEIGHT / 2);
    });
    ctx.restore();
  },
};

/**
 * Places a label to the right of its bubble, or else left, above, below: the first place that lies within
 * the area and clear of the labels before it and of other bubbles; failing that, clear of labels only;
 * failing that, below. Above and below, it moves aside as far as the area's edges ask.
 * @param {{x: number, y: number, r: number, width: number}[]} named in pixels
 * @param {{left: number, right: number, top: number, bottom: number}} area
 * @returns {{left: number, top: number, width: number}[]}
 */
export function placeLabels(named, area) {
  const placed = [];
  for (const bubble of named) {
    const { x, y, r, width } = bubble;
    const reach = Math.max(r, DOT) + GAP;
    const centred = Math.max(area.left, Math.min(x - width / 2, area.right - width));
    const candidates = [
      { left: x + reach, top: y - LINE_HEIGHT / 2, width },
      { left: x - reach - width, top: y - LINE_HEIGHT / 2, width },
      { left: centred, top: y - reach - LINE_HEIGHT, width },
      { left: centred, top: y + reach, width },
    ];
    const fits = candidates.filter((label) => within(label, area) && !placed.some((other) => overlap(label, other)));
    const clear = fits.find((label) => !named.some((other) => other !== bubble && covers(other, label)));
    placed.push(clear ?? fits[0] ?? candidates.at(-1));
  }
  return placed;
}

function within({ left, top, width }, area) {
  return left >= area.left && left + width <= area.right && top >= area.top && top + LINE_HEIGHT <= area.bottom;
}

/** Whether a bubble reaches into a label's box. */
function covers({ x, y, r }, { left, top, width }) {
  const aside = x - Math.min(Math.max(x, left), left + width);
  const above = y - Math.min(Math.max(y, top), top + LINE_HEIGHT);
  return Math.hypot(aside, above) < r;
}

function overlap(a, b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && Math.abs(a.top - b.top) < LINE_HEIGHT;
}
