// The bubble chart's size key: what the bubbles' areas mean, drawn to the bubbles' own scale.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {HTMLElement} place
 * @param {{title: string, entries: {text: string, radius: number, side: number}[]}} key as a BubbleScene's words have it
 */
export function drawSizeKey(place, { title, entries }) {
  const caption = document.createElement("span");
  caption.textContent = title;
  const circles = entries.map(({ text, radius, side }) => {
    const entry = document.createElement("span");
    entry.className = "size-key-entry";
    entry.append(circle(radius, side), text);
    return entry;
  });
  place.replaceChildren(caption, ...circles);
}

function circle(radius, side) {
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
