// What a point alone can't say: its 95 % confidence interval as a whisker, a ring where deliveries were lost; and lines across
// the chart: the noise floor, and values to compare with.
// Pure: where they are in whatever coordinates a scale has, whose top is the less.

import { t } from "../language.js";
import { rounded } from "./markup.js";

/** Half the width of a whisker's cap, in pixels. */
export const CAP = 4;
export const WHISKER_WIDTH = 1.25;
/** Radius of a ring, in pixels. */
export const RING = 9;
export const RING_WIDTH = 1.5;
/** Half the side of a cross, in pixels. */
export const CROSS = 4.5;
/** The strokes of a cross from below: its halo in the ground's colour, itself. */
export const CROSS_WIDTHS = { halo: 5, cross: 2 };
/** Of the ground's colour around words, in pixels. */
export const HALO_WIDTH = 3;
export const FLOOR_DASH = [2, 4];
/** Of the words on a line across the chart: their size, and how far they stand from its left end and from itself; pixels. */
export const REFERENCE_WORDS = { size: 11, left: 6, apart: 4 };
/** Words stand below a line that is nearer than this share of the axis to its upper end. */
const NEAR_TOP = 0.1;

/**
 * @typedef {{top: number, bottom: number, getPixelForValue: function(number): number}} Scale of a y axis
 */

/**
 * Where a whisker begins and ends.
 * @param {{y: number, ci95: number}} point
 * @param {Scale} scale
 * @returns {{top: number, bottom: number, capped: {top: boolean, bottom: boolean}}} an end that the axis cuts off has no cap
 */
export function whisker({ y, ci95 }, scale) {
  const high = scale.getPixelForValue(y + ci95);
  const low = y - ci95 > 0 ? scale.getPixelForValue(y - ci95) : scale.bottom + 1;
  return {
    top: Math.max(high, scale.top),
    bottom: Math.min(low, scale.bottom),
    capped: { top: high >= scale.top, bottom: low <= scale.bottom },
  };
}

/** The strokes of a whisker, as the data of a path; what all whiskers have alike is written alike, so that pages pack well. */
export function whiskerPath(x, { top, bottom, capped }, cap) {
  const [half, whole] = [rounded(cap), rounded(2 * cap)];
  const above = capped.top
    ? `M${rounded(x - half)} ${rounded(top)}h${whole}m-${half} 0`
    : `M${rounded(x)} ${rounded(top)}`;
  return `${above}v${rounded(bottom - top)}${capped.bottom ? `m-${half} 0h${whole}` : ""}`;
}

/** Where a reader's own load is, down the chart. */
export const LOAD_DASH = [6, 3];
export const loadWords = () => t`your load`;

/**
 * The noise floors that an axis reaches.
 * @param {number[]} floors
 * @param {Scale} scale
 * @returns {number[]}
 */
export function floorsInSight(floors, scale) {
  return floors.filter((floor) => isReached(floor, scale));
}

/**
 * The reference lines that an axis reaches.
 * @param {{value: number, label: string}[]} references
 * @param {Scale} scale
 * @returns {{value: number, label: string, below: boolean}[]} `below`: its words have no room above it
 */
export function referencesInSight(references, scale) {
  const { top, bottom } = scale;
  const isNearTop = (value) => scale.getPixelForValue(value) - top < NEAR_TOP * (bottom - top);
  return references
    .filter(({ value }) => isReached(value, scale))
    .map(({ value, label }) => ({ value, label, below: isNearTop(value) }));
}

function isReached(value, scale) {
  const y = scale.getPixelForValue(value);
  return y >= scale.top && y <= scale.bottom;
}
