// Where bubbles' names stand: beside their bubbles and clear of each other; where there is no room, further off, at the end of
// a thin line. Pure; all lengths are pixels.

/** Radius of the dot in each bubble's centre, so that the smallest still shows where it is. */
export const DOT = 2;
const GAP = 6;
/** Of a name. */
export const LINE_HEIGHT = 16;
/** How many line heights away a name may stand, and in how many directions a place is looked for. */
const FURTHEST = 12;
const DIRECTIONS = 16;
/** Below this width of the chart names are set smaller. */
const NARROW = 500;

/** The size of names in a chart of a width. */
export function nameSize(width) {
  return width < NARROW ? 11 : 13;
}

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

/** The point of a label's box that is nearest to another. */
export function nearestOf({ left, top, width }, { x, y }) {
  return { x: clamp(x, left, left + width), y: clamp(y, top, top + LINE_HEIGHT) };
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

function within({ left, top, width }, area) {
  return left >= area.left && left + width <= area.right && top >= area.top && top + LINE_HEIGHT <= area.bottom;
}

/** Whether a bubble reaches into a label's box. */
function covers(bubble, label) {
  const { x, y } = nearestOf(label, bubble);
  return Math.hypot(bubble.x - x, bubble.y - y) < bubble.r;
}

function overlap(a, b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && Math.abs(a.top - b.top) < LINE_HEIGHT;
}
