// The technologies to choose from: the page's, whichever runs it shows, and those of dropped files.

import { isYours } from "../state.js";

/**
 * @param {import("../results/dataset.js").Dataset} dataset as the page opens
 * @returns {function(): object[]} in the page's order
 */
export function choiceOf(dataset) {
  const own = dataset.technologies.filter(({ id, of }) => !of && !isYours(id));
  return () => [...own, ...dataset.technologies.filter(({ id }) => isYours(id))];
}
