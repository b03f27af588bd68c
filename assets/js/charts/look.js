// How the charts look on the page's ground: colours by light or dark preference, the page's own text colours. Reading them is the
// only thing here that touches the document.

/** Paper is light, whatever the screen. */
const DARK = "screen and (prefers-color-scheme: dark)";
const PRINT = "print";
/** What else changes the page's colours. */
const PREFERENCES = ["(prefers-contrast: more)", "(forced-colors: active)"];

/** Chart.js draws these itself; the other shapes of data/technologies.yml are turns of its triangle. */
const TURNED_TRIANGLES = { triangleRight: 90, triangleDown: 180, triangleLeft: 270 };

/**
 * The page's colours as the charts use them, and its font.
 * @returns {import("../drawing/look.js").Look & {font: string}}
 */
export function readLook() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  return {
    scheme: matchMedia(DARK).matches ? "dark" : "light",
    text: color("--ink"),
    muted: color("--ink-soft"),
    grid: color("--line"),
    ground: color("--ground"),
    font: color("--font"),
  };
}

/** Calls back whenever the look changes: between light and dark, between screen and paper, with the reader's needs of contrast. */
export function onLookChange(tell) {
  for (const query of [DARK, PRINT, ...PREFERENCES]) matchMedia(query).addEventListener("change", tell);
}

/** Whether the page is being laid out for paper. */
export function isPrinting() {
  return matchMedia(PRINT).matches;
}

/** Chart.js' point style and rotation for a shape of data/technologies.yml. */
export function pointShape(shape) {
  const rotation = TURNED_TRIANGLES[shape];
  return rotation === undefined ? { pointStyle: shape, rotation: 0 } : { pointStyle: "triangle", rotation };
}
