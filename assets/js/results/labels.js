// The words of a dataset in the page's language. Pure but for that.

import { formatCount } from "../format.js";
import { translated } from "../language.js";

const NUMBER = /\d[\d,]*/g;
/** A number as results/failure.js writes it, which a language may put elsewhere. */
const SHARE_OR_COUNT = /[<>]?\d[\d,]*(?:\u00a0%)?/g;

/**
 * Why a load failed, or how many of its requests did, which the reader has said in English: each piece is known but for its numbers.
 * @param {?string} text as `failureOf` and `errorsOf` of failure.js give it
 */
export function retold(text) {
  const pieces = text?.split(/([,;] )/) ?? [];
  return text && pieces.map((piece, i) => (i % 2 === 0 ? translatedPiece(piece) : piece)).join("");
}

function translatedPiece(piece) {
  const { key, values } = keyOf(piece);
  return translated(key, ...values);
}

/** @returns {{key: string, values: string[]}} `%1 of requests timed out` and `34 %` */
export function keyOf(piece) {
  const values = [];
  const key = piece.replace(SHARE_OR_COUNT, (found) => `%${values.push(found.replace(NUMBER, rewritten))}`);
  return { key, values };
}

function rewritten(digits) {
  return formatCount(Number(digits.replaceAll(",", "")));
}

/** @param {object} comparison as in data/comparisons.yml; the forms of a number of things are translated where one is said */
export function labelledComparison({ title, dimensions, axes, ...comparison }) {
  return { ...comparison, title: translated(title), dimensions: dimensions.map(labelled), axes: axes.map(labelled) };
}

/** @param {object} metric as in data/metrics.yml */
export function labelledMetric({ unit, note, reference_lines: lines, ...metric }) {
  return {
    ...labelled(metric),
    unit: translated(unit),
    ...(note && { note: translated(note) }),
    ...(lines && { reference_lines: lines.map(labelled) }),
  };
}

function labelled({ label, ...of }) {
  return { ...of, label: translated(label) };
}
