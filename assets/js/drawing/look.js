// The charts' colours where no page gives them: those of assets/css/base.css, as a test holds them to.

/**
 * The colours around the data, and in which scheme technologies have theirs.
 * @typedef {{scheme: "light"|"dark", text: string, muted: string, grid: string, ground: string}} Look
 */

/** @type {Look} */
export const LIGHT = { scheme: "light", text: "#1a1c20", muted: "#565c66", grid: "#dfdcd4", ground: "#ffffff" };
/** @type {Look} */
export const DARK = { scheme: "dark", text: "#e9e7e2", muted: "#a9afb9", grid: "#343a43", ground: "#14171c" };

/** Of the widths that texts are measured in (text.js); the build's pictures are drawn in Arimo. */
export const FONT = "Arial, Helvetica, Arimo, 'Liberation Sans', sans-serif";

/** How much is left of what steps back behind a lifted technology. */
export const FAINT = 0.2;

/** A technology's colour, faint where another stands out. */
export function colorOf({ color }, { scheme }, faint) {
  return faint ? translucent(color[scheme], FAINT) : color[scheme];
}

/** A `#rrggbb` colour with an opacity between 0 and 1, as `#rrggbbaa`. */
export function translucent(hex, opacity) {
  return `${hex}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, "0")}`;
}

/** A technology's dash as an attribute; null for a solid line. */
export function dashOf({ dash }) {
  return dash?.length > 0 ? dash.join(" ") : null;
}

/** A technology's colour on dark ground, for the style sheets of pages and files. */
export function darkStyle({ color }) {
  return `--look-dark:${color.dark}`;
}
