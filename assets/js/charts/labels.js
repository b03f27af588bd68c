// A Chart.js plugin that names the bubbles: a dot in each bubble's centre, so that the smallest still
// shows where it is, and the technology's name beside it, clear of the other names. Where there is no room beside
// it, the name stands further off, at the end of a thin line.

const DOT = 2;
const GAP = 6;
/** Of a name, in pixels. */
export const LINE_HEIGHT = 16;
/** Below this width of the chart, in CSS pixels, names are set smaller. */
const NARROW = 500;
/** How many line heights away a name may stand, and in how many directions a place is looked for. */
const FURTHEST = 12;
const DIRECTIONS = 16;

export const labels = {
  id: "labels",

  afterDatasetsDraw(chart, _args, { ink, ground, font }) {
    if (chart.config.type !== "bubble") return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.font = `600 ${chart.width < NARROW ? 11 : 13}px ${font}`;
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
    ctx.lineWidth = 3;
    ctx.lineJoin = "round";
    ctx.strokeStyle = ground;
    placed.forEach(({ left, top }, i) => {
      ctx.strokeText(named[i].text, left, top + LINE_HEIGHT / 2);
      ctx.fillText(named[i].text, left, top + LINE_HEIGHT / 2);
    });
    ctx.restore();
  },
};

/**
 * Places a label to the right of its bubble, or else left, above, below, or else further off: the first place that
 * lies within the area and clear of the labels before it and of all bubbles; failing that, beside it and clear of
 * labels only; failing that, below. Above and below, it moves aside as far as the area's edges ask.
 * @param {{x: number, y: number, r: number, width: number}[]} named in pixels
 * @param {{left: number, right: number, top: number, bottom: number}} area
 * @returns {{left: number, top: number, width: number, far: boolean}[]} `far`: not beside its bubble
 */
export function placeLabels(named, area) {
  const placed = [];
  const fits = (label) => within(label, area) && !placed.some((other) => overlap(label, other));
  const isClear = (label) => fits(label) && !named.some((bubble) => covers(bubble, label));
  for (const bubble of named) {
    const beside = placesBeside(bubble, area);
    placed.push(beside.find(isClear) ?? placesAround(bubble).find(isClear) ?? beside.find(fits) ?? beside.at(-1));
  }
  return placed;
}

const reachOf = ({ r }) => Math.max(r, DOT) + GAP;

function placesBeside(bubble, area) {
  const { x, y, width } = bubble;
  const reach = reachOf(bubble);
  const centred = Math.max(area.left, Math.min(x - width / 2, area.right - width));
  return [
    { left: x + reach, top: y - LINE_HEIGHT / 2 },
    { left: x - reach - width, top: y - LINE_HEIGHT / 2 },
    { left: centred, top: y - reach - LINE_HEIGHT },
    { left: centred, top: y + reach },
  ].map((place) => ({ ...place, width, far: false }));
}

/** Places in all directions, the nearest first; each box touches its circle with the side that faces the bubble. */
function placesAround(bubble) {
  const { x, y, width } = bubble;
  return Array.from({ length: FURTHEST * DIRECTIONS }, (_, i) => {
    const distance = reachOf(bubble) + (1 + Math.floor(i / DIRECTIONS)) * LINE_HEIGHT;
    const angle = (2 * Math.PI * (i % DIRECTIONS)) / DIRECTIONS;
    return {
      left: x + distance * Math.cos(angle) - (width * (1 - Math.cos(angle))) / 2,
      top: y + distance * Math.sin(angle) - (LINE_HEIGHT * (1 - Math.sin(angle))) / 2,
      width,
      far: true,
    };
  });
}

/** A line from a bubble's centre to the nearest point of its label. */
function drawLeader(ctx, { x, y }, { left, top, width }) {
  ctx.lineWidth = 0.75;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(Math.min(Math.max(x, left), left + width), Math.min(Math.max(y, top), top + LINE_HEIGHT));
  ctx.stroke();
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
