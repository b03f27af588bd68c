// The two frames of the one drawing. `fluid` fits a box of any size in a page: places are percentages of the plot area, lines are
// stretched to it, texts, points and strokes are not. `fixed` is of a size in pixels and complete in itself. Pure.
//
// Both have
//   whole           whether it has what would weigh too much in a page: the field’s band, lines’ names where a pointer rests
//   targets         whether lines have ids, by which the address of a file names one
//   full            the plot area's width and height, as attributes
//   x, y            a share of an axis to an attribute
//   spot            shares of both axes to coordinates of the lines
//   stretch         wraps what has coordinates of lines
//   moved           wraps what has its origin at shares of both axes
//   scale           a y axis in coordinates of the lines, as marks.js takes it
//   end             where a whisker ends, as finely as it is drawn: a fluid one to a hundredth of the box, so that pages stay light
//   cap, least      a whisker's cap and the shortest that its point doesn't cover, in coordinates of the lines
//   point, cross    those marks at an x and a y

import { CAP } from "./marks.js";
import { element, percent } from "./markup.js";
import { crossMarkup, shapeMarkup } from "./shapes.js";

/** A whisker of this many pixels lies behind its point. */
const LEAST = 4;
/** A plot area of usual size, in pixels, in whose hundredths a fluid frame's lines have their coordinates. */
const USUAL = { width: 333, height: 250 };
const HUNDRED = { width: 100, height: 100 };

export const fluid = {
  ...linesIn(HUNDRED, { cap: (CAP / USUAL.width) * 100, least: (LEAST / USUAL.height) * 100, end: Math.round }),
  full: { width: "100%", height: "100%" },
  x: (share) => percent(share),
  y: (share) => percent(1 - share),
  stretch: (content) => element("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", fill: "none" }, content),
  moved: (x, y, content) =>
    element("svg", { x: x === 0 ? null : percent(x), y: y === 1 ? null : percent(1 - y) }, content),
  // The x of points is alike in all lines: behind the y it packs better.
  point: (shape, { name }, { x, y }, attributes) => element("use", { ...attributes, href: `#${name}-${shape}`, y, x }),
  cross: (at) => element("use", { href: "#cross", ...at }),
};

/**
 * @param {{width: number, height: number}} area of the plot, in pixels
 * @param {import("./look.js").Look} look
 */
export function fixed(area, look) {
  const x = (share) => share * area.width;
  const y = (share) => (1 - share) * area.height;
  return {
    ...linesIn(area, { cap: CAP, least: LEAST, end: (place) => place }),
    full: area,
    whole: true,
    x,
    y,
    stretch: (content) => element("g", { fill: "none" }, content),
    moved: (...where) => translated(x(where[0]), y(where[1]), where[2]),
    point: (shape, { radius }, at, attributes) => shapeMarkup(shape, radius, at, attributes),
    cross: (at) => translated(at.x, at.y, crossMarkup(look, {})),
  };
}

/** A fixed frame of lines alone: in a small picture points, whiskers and names would be dust. */
export function sketched(area, look) {
  return { ...fixed(area, look), named: false, least: Infinity, point: () => "" };
}

/** What has another origin. */
export function translated(x, y, content) {
  const [left, top] = [x, y].map((length) => Math.round(length * 10) / 10);
  return element("g", { transform: left || top ? `translate(${left} ${top})` : null }, content);
}

function linesIn({ width, height }, whiskers) {
  return {
    ...whiskers,
    spot: (x, y) => ({ x: x * width, y: (1 - y) * height }),
    scale: ({ at }) => ({ top: 0, bottom: height, getPixelForValue: (value) => (1 - at(value)) * height }),
  };
}
