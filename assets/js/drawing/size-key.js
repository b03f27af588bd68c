// What the areas of a page's bubbles mean, drawn to the bubbles' own scale. Pure.

import { element, escaped, htmlElement, rounded } from "./markup.js";

/**
 * @param {{title: string, entries: {text: string, radius: number, side: number}[]}} key as a BubbleScene's words have it
 * @returns {string} what a `[data-size-key]` is filled with
 */
export function sizeKeyMarkup({ title, entries }) {
  const drawn = entries.map(({ text, radius, side }) => {
    const circle = element("circle", { cx: "50%", cy: "50%", r: rounded(radius) });
    const svg = element("svg", { width: side, height: side, "aria-hidden": "true" }, circle);
    return htmlElement("span", { class: "size-key-entry" }, svg, escaped(text));
  });
  return htmlElement("span", {}, escaped(title)) + drawn.join("");
}
