// Looks by which technologies are told apart: spare ones for those that the registry doesn't know, and no look twice among those
// shown. Pure, so that charts, buttons, tables and pictures agree, and a link shows what it showed.

import { isShown, isYours } from "../state.js";

/** The palette's looks in turn; when they are used up, its colours with another shape and dash. */
export function spareLook(index, palette) {
  const round = Math.floor(index / palette.length);
  const slot = (step) => palette[(index + step * round) % palette.length];
  return { color: slot(0).color, shape: slot(1).shape, dash: slot(2).dash };
}

/**
 * The technologies of a dataset that a view shows, told apart.
 * @param {{technologies: object[], palette: object[]=}} dataset
 * @param {import("../state.js").View} view
 * @returns {object[]}
 */
export function shownApart({ technologies, palette }, view) {
  const shown = technologies.filter((technology) => isShown(technology, view));
  return palette ? distinct(shown, palette) : shown;
}

/**
 * The technologies shown, each with its own look unless an earlier one has that; then with the first spare colour and shape that none
 * has. Where there is no spare left, it keeps its own.
 * @param {object[]} technologies shown, in the page's order. The series of a named run (`of`), and what a dropped file has of a known
 *   one or what runs on another runtime (`like`), look as their technology but for the dash
 * @param {object[]} palette as in data/palette.yml
 * @returns {object[]} likewise
 */
export function distinct(technologies, palette) {
  const spares = Array.from({ length: palette.length ** 2 }, (_, i) => spareLook(i, palette));
  const taken = new Set();
  const given = new Map();
  return technologies.map((technology) => {
    const { id, of = id, like = of } = technology;
    if (!given.has(like)) given.set(like, freeLook(technology, taken, spares));
    const { color, shape, dash } = given.get(like);
    return { ...technology, color, shape, dash: like !== id || isYours(id) ? technology.dash : dash };
  });
}

function freeLook(own, taken, spares) {
  const isFree = ({ color, shape }) => !taken.has(`${color.light} ${shape}`);
  const look = isFree(own) ? own : spares.find(isFree);
  if (look) taken.add(`${look.color.light} ${look.shape}`);
  return look ?? own;
}

/** Whether any two of the technologies look alike, so that some may need another look. */
export function areAlike(technologies) {
  return new Set(technologies.map(({ color, shape }) => `${color.light} ${shape}`)).size < technologies.length;
}
