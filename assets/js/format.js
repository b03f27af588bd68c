// How figures are written. Sentences and tables that Liquid writes have a twin of this in Ruby (figure_format.rb): both are held to
// the examples of test/fixtures/format.json.

import { formatsOf } from "./language.js";

const NONE = "–";
const MINUS = "−";
const NO_BREAK_SPACE = "\u00a0";

/** Below this a figure is only said to be small: the measurements are no finer. */
const SMALLEST = 0.001;

/** From here on an axis counts in thousands and millions. */
const LARGE = 100_000;

/** A whole number with its thousands apart: `1,800,000`. */
export function formatCount(value) {
  return value === null ? NONE : formatsOf().whole.format(Math.round(value));
}

/** A measured figure to three significant digits, never cutting whole digits: `0.312`, `4.50`, `1,812`. */
export function formatFigure(value) {
  if (value === null) return NONE;
  if (value === 0) return "0";
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : "";
  if (size < SMALLEST) return `${sign}<${written(String(SMALLEST))}`;
  return sign + (size >= 100 ? formatCount(size) : written(size.toPrecision(3)));
}

/** A mean and its interval's half-width, to the digits of the mean: `0.310 ± 0.020`. */
export function formatInterval(mean, ci95) {
  const text = formatFigure(mean);
  if (mean === null || ci95 === null || text.includes("<")) return text;
  const decimals = text.split(formatsOf().decimal)[1]?.length ?? 0;
  return `${text} ± ${written(ci95.toFixed(decimals))}`;
}

/** A written figure with its unit, kept on one line; nothing measured has no unit. */
export function withUnit(text, unit) {
  return text === NONE ? text : text + NO_BREAK_SPACE + unit;
}

/** A label of an axis that reaches to `largest`, short where that is large: `0.5`, `2,500`, `500K`, `1.5M`. */
export function formatTick(value, largest) {
  return (largest < LARGE ? formatsOf().tick : formatsOf().compact).format(value);
}

/** Digits as JavaScript writes them, in the language's way. */
function written(digits) {
  const [whole, fraction] = digits.split(".");
  const apart = formatsOf().whole.format(Number(whole));
  return fraction === undefined ? apart : apart + formatsOf().decimal + fraction;
}
