// The point shapes as SVG, of the measures that Chart.js gives them.

import { element, rounded } from "./markup.js";

/** Chart.js rounds a rounded square's corners by this share of the radius. */
const ROUNDING = 0.516;

/**
 * @param {{style: string, rotation: number, radius: number}} shape as Chart.js names it
 * @param {{x: number, y: number}} at its centre
 * @param {object} attributes of the element
 */
export function shapeMarkup({ style, rotation, radius }, { x, y }, attributes) {
  if (style === "circle") return element("circle", { cx: x, cy: y, r: radius, ...attributes });
  if (style === "rect") return square(x, y, radius * Math.SQRT1_2, {}, attributes);
  if (style === "rectRounded") {
    const corner = radius * ROUNDING;
    return square(x, y, (radius - corner) * Math.SQRT1_2 + corner, { rx: corner }, attributes);
  }
  const turns = style === "rectRot" ? [0, 90, 180, 270] : [0, 120, 240];
  const corners = turns.map((turn) => {
    const angle = ((turn + rotation) * Math.PI) / 180;
    return `${rounded(x + radius * Math.sin(angle))},${rounded(y - radius * Math.cos(angle))}`;
  });
  return element("polygon", { points: corners.join(" "), ...attributes });
}

function square(x, y, half, rounding, attributes) {
  return element("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, ...rounding, ...attributes });
}
