// Quantities that are written with their unit: `149us`, `6368.9%`, `53.5MiB`.

import { ForeignFault } from "./run.js";

const QUANTITY = /^(\d+(?:\.\d+)?)([^\d\s.,]+)$/;

/** What a unit is in ours, by unit. */
export const MILLISECONDS = { us: 1e-3, µs: 1e-3, ms: 1, s: 1e3 };
export const PERCENT = { "%": 1 };
export const MIB = { B: 1 / 1024 ** 2, KiB: 1 / 1024, MiB: 1, GiB: 1024, TiB: 1024 ** 2 };

/**
 * @param {unknown} value
 * @param {Object<string, number>} units one of the tables above
 * @param {string} place where it stands, for messages
 * @returns {number|undefined} in our unit; undefined where there is none, or an empty text
 * @throws {ForeignFault} where it is no such quantity
 */
export function quantityAt(value, units, place) {
  if (value === undefined || value === "") return undefined;
  const [, figure, unit] = QUANTITY.exec(value) ?? [];
  if (unit !== undefined && Object.hasOwn(units, unit)) return Math.round(Number(figure) * units[unit] * 1e6) / 1e6;
  const known = Object.keys(units).join(", ");
  throw new ForeignFault(
    `${place}: ${JSON.stringify(value)} is no such quantity (expected a figure in ${known}, such as 1.5${known.split(",")[0]})`,
  );
}
