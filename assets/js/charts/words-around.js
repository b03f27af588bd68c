// The words around a chart: its name, the statistic in the caption, the size key, who is missing or failed.

import { sizeKeyMarkup } from "../drawing/size-key.js";
import { betterWords, exceptionWords, statisticName } from "../words.js";

/**
 * @param {HTMLElement} figure
 * @param {HTMLElement} picture the canvas, or what stands for it
 * @param {object} words as `lineChart` and `bubbleChart` give them
 */
export function writeWords(figure, picture, words) {
  const { summary, title, lead, statistic, unit, better, place, frontier, sizeKey } = words;
  picture.setAttribute("aria-label", summary);
  const find = (selector) => figure.querySelector(selector);
  const texts = {
    "[data-title]": title,
    "[data-statistic]": statisticName(statistic),
    "[data-unit]": unit,
    "[data-better]": betterWords(better),
    "[data-cell-place]": place,
    "[data-lead]": lead,
    "[data-frontier]": frontier,
    "[data-missing]": exceptionWords(words),
  };
  for (const [selector, text] of Object.entries(texts)) {
    const element = find(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }
  const key = find("[data-size-key]");
  if (key && sizeKey) key.innerHTML = sizeKeyMarkup(sizeKey);
}
