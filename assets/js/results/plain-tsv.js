// Reads TSV that is plainly sound straight into columns, as fast as Papa Parse splits it. Whatever is not plainly
// sound it leaves to check.js, which judges and words it: this reader may be too strict, never too lax. The build
// does the same (row_pattern.rb), and a test holds the two readers here to each other.

import Papa from "papaparse";
import { ColumnTally } from "./column-tally.js";

const DATE_TIME = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;
const LONGEST_DECIMAL = 15;
const POWERS = Array.from({ length: LONGEST_DECIMAL + 1 }, (_, exponent) => 10 ** exponent);
const [ZERO, NINE, POINT] = [48, 57, 46];

/** Pairs of fields of which the first is never above the second in a sound row. */
export const IN_ORDER = [
  ["latency_min_ms", "latency_p50_ms"],
  ["latency_min_ms", "latency_mean_ms"],
  ["latency_p50_ms", "latency_p90_ms"],
  ["latency_p50_ms", "latency_p99_ms"],
  ["latency_p90_ms", "latency_p99_ms"],
  ["latency_p99_ms", "latency_p999_ms"],
  ["latency_p99_ms", "latency_max_ms"],
  ["latency_p999_ms", "latency_max_ms"],
  ["latency_mean_ms", "latency_max_ms"],
  ["latency_p50_ms", "latency_max_ms"],
  ["received_deliveries", "expected_deliveries"],
  ["lost_deliveries", "expected_deliveries"],
  ["memory_mib", "memory_peak_mib"],
];

export class PlainTsv {
  /**
   * @param {{row: string, dimensions: {id: string}[], axes: {id: string, product: string[]}[]}} comparison
   * @param {{properties: object, required: string[]}} definition of the comparison's rows
   * @param {string[]} fields that hold the metrics' statistics
   * @param {function(string): boolean} isKnown whether a technology id needs no second look
   */
  constructor(comparison, definition, fields, isKnown) {
    this.comparison = comparison;
    this.definition = definition;
    this.fields = fields;
    this.isKnown = isKnown;
    this.tally = null;
  }

  /**
   * Takes the next lines of the file, the header first.
   * @param {string} text whole lines, each with its line end
   * @returns {boolean} false once the file is not plainly sound; nothing more may be taken then
   */
  take(text) {
    const { data } = Papa.parse(text.includes("\r") ? text.replaceAll("\r\n", "\n") : text, SPLIT);
    if (data.at(-1).length === 1 && data.at(-1)[0] === "") data.pop();
    const start = this.tally ? 0 : 1;
    if (!this.tally && !this.takeHeader(data[0] ?? [])) return false;
    for (let i = start; i < data.length; i++) if (!this.takeRow(data[i])) return false;
    return true;
  }

  takeHeader(header) {
    const { properties, required } = this.definition;
    const sound =
      header.length > 1 &&
      new Set(header).size === header.length &&
      header.every((field) => Object.hasOwn(properties, field)) &&
      required.every((field) => header.includes(field)) &&
      this.fields.some((field) => header.includes(field));
    if (!sound) return false;
    const readers = header.map((field) => this.reader(field, properties[field]));
    if (readers.includes(null)) return false;
    this.readers = readers;
    this.required = header.map((field) => required.includes(field));
    this.values = new Array(header.length).fill(NaN);
    const pairs = IN_ORDER.map((pair) => pair.map((field) => header.indexOf(field))).filter((pair) => !pair.includes(-1));
    this.lower = pairs.map(([slot]) => slot);
    this.higher = pairs.map(([, slot]) => slot);
    this.measured = header.map((field) => this.fields.includes(field));
    this.tally = new ColumnTally(this.comparison, header, this.fields);
    return true;
  }

  /** What turns a field's token into a number, NaN where it isn't plainly sound; null for a field of another kind. */
  reader(field, { type, minimum, exclusiveMinimum, format, enum: words }) {
    if (field === "technology") return wordReader((token) => PLAIN_ID.test(token) && this.isKnown(token));
    if (words) return wordReader((token) => words.includes(token));
    if (type === "boolean") return (token) => (token === "true" ? 1 : token === "false" ? 0 : NaN);
    if (format === "date-time") return (token) => (DATE_TIME.test(token) && Date.parse(token) <= Date.now() ? 0 : NaN);
    const least = minimum ?? exclusiveMinimum;
    if (least === undefined) return null;
    if (type === "integer") return integerReader(least);
    if (type !== "number") return null;
    return exclusiveMinimum === undefined ? decimal : (token) => decimal(token) || NaN;
  }

  takeRow(tokens) {
    const { readers, values, required, lower, higher, measured } = this;
    if (tokens.length !== readers.length) return false;
    let figures = 0;
    for (let slot = 0; slot < readers.length; slot++) {
      const token = tokens[slot];
      if (token === "") {
        if (required[slot]) return false;
        values[slot] = NaN;
      } else {
        const value = readers[slot](token);
        if (value !== value) return false;
        values[slot] = value;
        if (measured[slot]) figures++;
      }
    }
    for (let i = 0; i < lower.length; i++) if (values[lower[i]] > values[higher[i]]) return false;
    return figures > 0 && this.tally.take(values, tokens);
  }
}

const SPLIT = { delimiter: "\t", newline: "\n", quoteChar: "\0", header: false, fastMode: true };
const PLAIN_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Numbers distinct words from 0 on, in the order of their appearance. */
function wordReader(isSound) {
  const numbers = new Map();
  let last = null;
  let number = NaN;
  return (token) => {
    if (token === last) return number;
    last = token;
    number = numbers.get(token);
    if (number === undefined) {
      number = isSound(token) ? numbers.size : NaN;
      if (number === number) numbers.set(token, number);
    }
    return number;
  };
}

function integerReader(least) {
  let last = null;
  let value = NaN;
  return (token) => {
    if (token === last) return value;
    last = token;
    const number = decimal(token);
    value = number >= least && Number.isInteger(number) && !token.includes(".") ? number : NaN;
    return value;
  };
}

/**
 * A number without sign and exponent, as JSON writes it; NaN for anything else. Exact: up to 15 digits and the power
 * of ten that they are divided by are doubles themselves, so that the division rounds as reading the text would.
 */
export function decimal(token) {
  const { length } = token;
  if (length > LONGEST_DECIMAL) return NaN;
  let value = 0;
  let point = -1;
  for (let i = 0; i < length; i++) {
    const code = token.charCodeAt(i);
    if (code >= ZERO && code <= NINE) value = value * 10 + (code - ZERO);
    else if (code === POINT && point < 0 && i > 0) point = i;
    else return NaN;
  }
  if (token.charCodeAt(0) === ZERO && length > 1 && point !== 1) return NaN;
  if (point < 0) return value;
  return point === length - 1 ? NaN : value / POWERS[length - 1 - point];
}
