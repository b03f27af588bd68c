// Values as foreign files have them, and as result files want them.

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

/** A separated text as rows of cells, the header first, without blank lines. */
export function cellsOf(text, separator) {
  return withoutMark(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(separator));
}

/** The cells of its first line. */
export function headerOf(text, separator) {
  return /^[^\r\n]*/.exec(withoutMark(text))[0].split(separator);
}

/** Whether a value is an object and no list. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields that have a number; what a file does not know is left out. */
export function numbers(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Number.isFinite(value)));
}

/** A time as milliseconds, to the nanosecond: further digits are only the product's rounding. */
export function milliseconds(value, unitInMilliseconds) {
  return typeof value === "number" ? Math.round(value * unitInMilliseconds * 1e6) / 1e6 : undefined;
}
