// A technology's line and point, as _includes/swatch.html draws them for those that the build knows.

const SVG = "http://www.w3.org/2000/svg";
/** @param {{color: {light: string, dark: string}, shape: string, dash: number[]}} look */
export function swatch({ color, shape, dash }) {
  const svg = svgElement("svg", { class: "swatch", viewBox: "0 0 32 16", "aria-hidden": "true" });
  svg.style.setProperty("--look-light", color.light);
  svg.style.setProperty("--look-dark", color.dark);
  const line = { d: "M0 8H32", "stroke-dasharray": dash.join(" ") };
  svg.append(svgElement("path", line), svgElement("use", { href: `#point-${shape}` }));
  return svg;
}

function svgElement(name, attributes) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}
