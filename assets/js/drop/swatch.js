// A technology's line and point, as _includes/swatch.html draws them for those that the build knows.

const SVG = "http://www.w3.org/2000/svg";
const POINTS = {
  circle: "M11 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
  triangle: "M16 2 22 13H10Z",
  triangleDown: "M16 14 22 3H10Z",
  triangleLeft: "M10 8 21 2V14Z",
  triangleRight: "M22 8 11 2V14Z",
  rect: "M11 3H21V13H11Z",
  rectRounded: "M14 3H18Q21 3 21 6V10Q21 13 18 13H14Q11 13 11 10V6Q11 3 14 3Z",
  rectRot: "M16 1 23 8 16 15 9 8Z",
};

/** @param {{color: {light: string, dark: string}, shape: string, dash: number[]}} look */
export function swatch({ color, shape, dash }) {
  const svg = svgElement("svg", { class: "swatch", viewBox: "0 0 32 16", "aria-hidden": "true" });
  svg.style.setProperty("--look-light", color.light);
  svg.style.setProperty("--look-dark", color.dark);
  const line = { d: "M0 8H32", stroke: "currentColor", "stroke-width": "2", "stroke-dasharray": dash.join(" ") };
  svg.append(svgElement("path", line), svgElement("path", { d: POINTS[shape], fill: "currentColor" }));
  return svg;
}

function svgElement(name, attributes) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}
