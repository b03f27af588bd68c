// Values as foreign files have them, and as result files want them.

/** A JSON text as a value; undefined where it is none. */
export function jsonOf(text) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** A separated text as rows of cells, the header first, without blank lines. */
export function cellsOf(text, separator) {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(separator));
}

/** Whether a value is an object and no list. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields that have a number; what a file does not know is left out. */
export function numbers(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Number.isFinite(value)));
}

/** Seconds as milliseconds, to the nanosecond: further digits are only the product's rounding. */
export function milliseconds(seconds) {
  return typeof seconds === "number" ? Math.round(seconds * 1e9) / 1e6 : undefined;
}
