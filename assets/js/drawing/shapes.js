// The points' shapes of data/technologies.yml, as Chart.js draws them: inscribed in a circle of the point's radius. Pure.

import { CROSS, CROSS_WIDTHS } from "./marks.js";
import { element, rounded } from "./markup.js";

/** The corners' directions, in degrees clockwise from the top. */
const CORNERS = {
  triangle: [0, 120, 240],
  triangleRight: [90, 210, 330],
  triangleDown: [180, 300, 60],
  triangleLeft: [270, 30, 150],
  rect: [45, 135, 225, 315],
  rectRot: [0, 90, 180, 270],
};
/** Chart.js rounds a rounded square's corners by this share of the radius. */
const ROUNDING = 0.516;

const CROSSING = `M-${CROSS}-${CROSS} ${CROSS} ${CROSS}M-${CROSS} ${CROSS} ${CROSS}-${CROSS}`;

/** Radii of points, in pixels, and the sizes' names in what refers to them. */
export const POINT = { name: "point", radius: 5 };
export const FINE_POINT = { name: "fine", radius: 3.5 };

/**
 * @param {string} shape of data/technologies.yml
 * @param {number} radius
 * @param {{x: number, y: number}} centre
 * @param {object} attributes of the element
 */
export function shapeMarkup(shape, radius, { x, y }, attributes = {}) {
  if (shape === "circle") return element("circle", { cx: x || null, cy: y || null, r: radius, ...attributes });
  if (shape === "rectRounded") return roundedSquare(radius, { x, y }, attributes);
  const corners = CORNERS[shape].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${rounded(x + radius * Math.sin(angle))} ${rounded(y - radius * Math.cos(angle))}`;
  });
  return element("path", { d: `M${corners.join(" ")}Z`, ...attributes });
}

function roundedSquare(radius, { x, y }, attributes) {
  const corner = radius * ROUNDING;
  const half = (radius - corner) * Math.SQRT1_2 + corner;
  return element("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: corner, ...attributes });
}

/**
 * The cross of an unfinished iteration, with a halo of the ground's colour, so that it shows on a filled point too.
 * @param {object} look as drawing/look.js has it
 * @param {object} attributes of the whole
 */
export function crossMarkup(look, attributes) {
  const colors = { halo: look.ground, cross: look.text };
  const paths = Object.entries(CROSS_WIDTHS).map(([name, width]) =>
    element("path", {
      class: name,
      d: CROSSING,
      stroke: colors[name],
      "stroke-width": width,
      "stroke-linecap": "round",
    }),
  );
  return element("g", attributes, ...paths);
}

/** All shapes as symbols that a page carries once, for its drawings to refer to: `point-circle`, `fine-circle`, `cross`. */
export function symbols(look) {
  const origin = { x: 0, y: 0 };
  const points = [POINT, FINE_POINT].flatMap(({ name, radius }) =>
    [...Object.keys(CORNERS), "circle", "rectRounded"].map((shape) =>
      shapeMarkup(shape, radius, origin, { id: `${name}-${shape}` }),
    ),
  );
  return element("defs", {}, ...points, crossMarkup(look, { id: "cross" }));
}
