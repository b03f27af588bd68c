// Values as foreign files have them, and as result files want them. What is there and is no figure is a fault: left out, it would
// be a gap that nobody sees.

import { ForeignFault } from "./run.js";

const FIGURE = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A text without its byte order mark. */
export function withoutMark(text) {
  return text.replace(/^\uFEFF/, "");
}

/** A JSON text as a value; undefined where it is none. */
export function jsonOf(text) {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}

/** Likewise of a text that has a key of this name somewhere; others are not parsed, as large files are looked at by every adapter. */
export function jsonWith(key, text) {
  return text.includes(`"${key}"`) ? jsonOf(text) : undefined;
}

/** Whether a value is an object and no list. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields that have a value; what a file does not know is left out. */
export function known(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * A figure of a JSON file; undefined where the file does not know it.
 * @param {unknown} value
 * @param {string} place where it stands, for messages
 * @returns {number|undefined}
 * @throws {ForeignFault} where it is no number, or below 0
 */
export function figureAt(value, place) {
  if (value === undefined || value === null) return undefined;
  if (Number.isFinite(value) && value >= 0) return value;
  throw new ForeignFault(`${place}: ${JSON.stringify(value)} is not a figure (expected a number, >= 0)`);
}

/** Likewise the figure under a key of an object, which has to be there. */
export function neededFigure(source, key, place) {
  const value = figureAt(source[key], `${place}.${key}`);
  if (value === undefined) throw new ForeignFault(`${place}.${key} is missing (expected a number, >= 0)`);
  return value;
}

/**
 * The figures of an object that it knows.
 * @param {object} source
 * @param {Object<string, string>} keys its keys, by our fields
 * @param {string} place the object's, for messages
 * @returns {Object<string, number>} by our fields
 */
export function figuresOf(source, keys, place) {
  const entries = Object.entries(keys).map(([field, key]) => [field, figureAt(source[key], `${place}.${key}`)]);
  return known(Object.fromEntries(entries));
}

/**
 * A figure of a table's cell.
 * @param {string} cell
 * @param {string} place where it stands, for messages
 * @throws {ForeignFault} where it is anything but a bare number: `2,181`, `12ms`, `-`
 */
export function figureIn(cell, place) {
  const text = cell.trim();
  if (FIGURE.test(text)) return Number(text);
  const expected = "a number, >= 0, with a point before its fraction and without a unit";
  throw new ForeignFault(`${place}: ${JSON.stringify(text)} is not a figure (expected ${expected})`);
}

/** A time as milliseconds, to the nanosecond: further digits are only the product's rounding. */
export function milliseconds(value, unitInMilliseconds) {
  return value === undefined ? undefined : Math.round(value * unitInMilliseconds * 1e6) / 1e6;
}
