// How figures are written. Sentences and tables that Liquid writes have a twin of this in Ruby (figure_format.rb): both are held to
// the examples of test/fixtures/format.json.

const NONE = "–";
const MINUS = "−";
const NO_BREAK_SPACE = "\u00a0";

/** Below this a figure is only said to be small: the measurements are no finer. */
const SMALLEST = 0.001;

/** From here on an axis counts in thousands and millions. */
const LARGE = 100_000;

/** Made once: making one costs more than drawing a chart's axis. */
const PLAIN = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 4 });

/** A whole number with its thousands apart: `1,800,000`. */
export function formatCount(value) {
  return value === null ? NONE : grouped(String(Math.round(value)));
}

/** A measured figure to three significant digits, never cutting whole digits: `0.312`, `4.50`, `1,812`. */
export function formatFigure(value) {
  if (value === null) return NONE;
  if (value === 0) return "0";
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : "";
  if (size < SMALLEST) return `${sign}<${SMALLEST}`;
  return sign + (size >= 100 ? formatCount(size) : size.toPrecision(3));
}

/** A mean and its interval's half-width, to the digits of the mean: `0.310 ± 0.020`. */
export function formatInterval(mean, ci95) {
  const text = formatFigure(mean);
  if (mean === null || ci95 === null || text.includes("<")) return text;
  const decimals = text.split(".")[1]?.length ?? 0;
  return `${text} ± ${grouped(ci95.toFixed(decimals))}`;
}

/** A written figure with its unit, kept on one line; nothing measured has no unit. */
export function withUnit(text, unit) {
  return text === NONE ? text : text + NO_BREAK_SPACE + unit;
}

/** A label of an axis that reaches to `largest`, short where that is large: `0.5`, `2,500`, `500K`, `1.5M`. */
export function formatTick(value, largest) {
  return (largest < LARGE ? PLAIN : COMPACT).format(value);
}

function grouped(digits) {
  const [whole, fraction] = digits.split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}
