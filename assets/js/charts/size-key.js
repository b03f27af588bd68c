// The bubble chart's size key: what the bubbles' areas mean, drawn to the bubbles' own scale.

import { formatFigure, withUnit } from "../format.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {HTMLElement} place
 * @param {{title: string, unit: string, entries: {value: number, radius: number}[]}} key
 */
export function drawSizeKey(place, { title, unit, entries }) {
  const caption = document.createElement("span");
  caption.textContent = `Area: ${title}`;
  const circles = entries.map(({ value, radius }) => {
    const entry = document.createElement("span");
    entry.className = "size-key-entry";
    entry.append(circle(radius), withUnit(formatFigure(value), unit));
    return entry;
  });
  place.replaceChildren(caption, ...circles);
}

function circle(radius) {
  const side = Math.ceil(2 * radius + 3);
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ width: side, height: side, "aria-hidden": "true" })) {
    svg.setAttribute(name, value);
  }
  const shape = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ cx: side / 2, cy: side / 2, r: radius })) {
    shape.setAttribute(name, value);
  }
  svg.append(shape);
  return svg;
}
