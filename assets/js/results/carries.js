// Whether a page has what a view asks for, where it carries the cells of some technologies only. Pure.

import { isYours } from "../state.js";

/**
 * What a reader's own load or file is set beside is all of them.
 * @param {import("./dataset.js").Dataset} dataset
 * @param {import("../state.js").View} view
 */
export function carries({ own }, { shown, relative, versus, need }) {
  if (!own.whole) return true;
  if (need) return false;
  const there = new Set(own.cells.technology.map((technology) => own.technologies[technology].id));
  const lacking = new Set(own.technologies.map(({ id }) => id).filter((id) => !there.has(id)));
  return ![...shown, relative, ...(versus ?? [])].some((id) => lacking.has(id) || (id && isYours(id)));
}
