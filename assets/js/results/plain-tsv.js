// Reads TSV that is plainly sound straight into columns, hardly slower than Papa Parse splits it. Whatever is not plainly
// sound it leaves to check.js, which judges and words it: this reader may be too strict, never too lax. The build
// does the same (row_pattern.rb), and a test holds the two readers here to each other.

import Papa from "papaparse";
import { absentDefaults, fieldNames } from "./column-names.js";
import { ColumnTally } from "./column-tally.js";
import { plainChecks } from "./plain-rules.js";

const SPLIT = { delimiter: "\t", newline: "\n", quoteChar: "\0", header: false, fastMode: true };
/** Days 29 to 31 are left to check.js, which knows the calendar. */
const DATE_TIME =
  /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;
/** Keywords of a schema that constrain nothing. */
const ANNOTATIONS = ["title", "description", "unit", "column", "default"];
const BYTE_ORDER_MARK = 0xfeff;
const [ZERO, NINE, POINT] = [48, 57, 46];
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LONGEST_DECIMAL = 15;
const POWERS = Array.from({ length: LONGEST_DECIMAL + 1 }, (_, exponent) => 10 ** exponent);

export class PlainTsv {
  /**
   * @param {{dimensions: {id: string}[], axes: {id: string, product: string[]}[]}} comparison
   * @param {object} context
   * @param {{properties: object, required: string[], alternatives: string[][]}} context.definition of the comparison's rows
   * @param {object[]} context.rules as in schema/rules.json
   * @param {string[]} context.fields that hold the metrics' statistics
   * @param {Map<string, object>} [context.formulas] of those that no file holds, by field
   * @param {function(string): boolean} context.isSound whether check.js has nothing to say about a TSV, which is asked of
   *   each technology's first row
   */
  constructor(comparison, { definition, rules, fields, formulas, isSound }) {
    Object.assign(this, { comparison, definition, rules, fields, formulas, isSound });
    this.tally = null;
    this.tokens = null;
    this.sound = true;
  }

  /**
   * Takes the next lines of the file, the header first.
   * @param {string} text whole lines, each with its line end, which the last of the file may lack
   * @returns {boolean} false once the file is not plainly sound; nothing more may be taken then
   */
  take(text) {
    this.sound = this.takeLines(text);
    return this.sound;
  }

  /**
   * Ends the file.
   * @returns {?{rows: number, cells: object[]}} the number of rows, and cells as `summarise` gives them; null where the file
   *   is not plainly sound
   */
  finish() {
    const plain = this.sound && this.tally?.count > 0 && this.tally.iterationsFollow();
    if (!plain || !this.checks.every(({ file }) => file())) return null;
    return { rows: this.tally.count, cells: this.tally.summarise() };
  }

  /**
   * Where the reader gave up.
   * @returns {?{number: number, text: string}} the line, and a file of the header and that line alone; null where it is the
   *   header, or no line by itself
   */
  doubtful() {
    return this.tokens ? { number: this.tally.count + 2, text: this.rowAlone() } : null;
  }

  takeLines(text) {
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) return false;
    const { data } = Papa.parse(text.includes("\r") ? text.replaceAll("\r\n", "\n") : text, SPLIT);
    const last = data.at(-1);
    if (last?.length === 1 && last[0] === "") data.pop();
    const begun = this.tally !== null;
    if (!begun && !this.takeHeader(data[0] ?? [])) return false;
    for (let i = begun ? 0 : 1; i < data.length; i++) if (!this.takeRow(data[i])) return false;
    return true;
  }

  takeHeader(names) {
    const { properties, required, alternatives } = this.definition;
    const given = fieldNames(names, properties);
    const absent = absentDefaults(given, properties);
    const header = [...given, ...absent.map(([field]) => field)];
    this.assumed = absent.map(([, token]) => token);
    const always =
      alternatives.length > 0 ? alternatives.find((one) => one.every((field) => header.includes(field))) : [];
    const sound =
      header.length > 1 &&
      always !== undefined &&
      new Set(header).size === header.length &&
      header.every((field) => Object.hasOwn(properties, field)) &&
      required.every((field) => header.includes(field));
    if (!sound) return false;
    this.header = header;
    this.checks = plainChecks(this.rules, header);
    this.readers = header.map((field) => this.reader(field, properties[field]));
    if (this.checks === null || this.readers.includes(null)) return false;
    this.required = header.map((field) => required.includes(field) || always.includes(field));
    this.values = new Array(header.length).fill(Number.NaN);
    this.tally = new ColumnTally(this.comparison, header, this.fields, this.formulas);
    return true;
  }

  /** What turns a field's token into a number, NaN where it isn't plainly sound; null for a schema that says anything else. */
  reader(field, schema) {
    const { type, minimum, format, enum: words } = schema;
    const keywords = Object.keys(schema).filter((keyword) => !ANNOTATIONS.includes(keyword));
    if (field === "technology") return wordReader(() => this.isSound(this.rowAlone()));
    switch (keywords.sort().join(" ")) {
      case "enum":
        return wordReader((token) => words.includes(token));
      case "type":
        return type === "boolean" ? booleanReader : null;
      case "format type":
        return format === "date-time" ? pastDateReader : null;
      case "minimum type":
        if (type === "integer") return integerReader(minimum);
        return type === "number" && minimum === 0 ? decimal : null;
      case "exclusiveMinimum type":
        return type === "number" && schema.exclusiveMinimum === 0 ? (token) => decimal(token) || Number.NaN : null;
      default:
        return null;
    }
  }

  /** A file of the row at hand alone. */
  rowAlone() {
    return `${this.header.join("\t")}\n${this.tokens.join("\t")}\n`;
  }

  takeRow(given) {
    const { readers, values, required, checks, assumed } = this;
    const tokens = assumed.length > 0 ? [...given, ...assumed] : given;
    this.tokens = tokens;
    if (tokens.length !== readers.length) return false;
    for (let slot = 0; slot < readers.length; slot++) {
      const token = tokens[slot];
      if (token === "") {
        if (required[slot]) return false;
        values[slot] = Number.NaN;
      } else {
        const value = readers[slot](token);
        if (Number.isNaN(value)) return false;
        values[slot] = value;
      }
    }
    for (let i = 0; i < checks.length; i++) if (!checks[i].row(values)) return false;
    return this.tally.take(values, tokens);
  }
}

/** Numbers distinct words from 0 on, in the order of their appearance. */
function wordReader(isSound) {
  const numbers = new Map();
  let last = null;
  let number = Number.NaN;
  return (token) => {
    if (token === last) return number;
    last = token;
    number = numbers.get(token) ?? Number.NaN;
    if (Number.isNaN(number) && isSound(token)) {
      number = numbers.size;
      numbers.set(token, number);
    }
    return number;
  };
}

function booleanReader(token) {
  if (token === "true") return 1;
  return token === "false" ? 0 : Number.NaN;
}

function pastDateReader(token) {
  return DATE_TIME.test(token) && Date.parse(token) <= Date.now() ? 0 : Number.NaN;
}

function integerReader(least) {
  let last = null;
  let value = Number.NaN;
  return (token) => {
    if (token === last) return value;
    last = token;
    const number = decimal(token);
    value = number >= least && Number.isSafeInteger(number) ? number : Number.NaN;
    return value;
  };
}

/**
 * A number as JSON writes it, but without a sign; NaN for anything else. Exact for short ones: up to 15 digits and the
 * power of ten that they are divided by are doubles themselves, so that the division rounds as reading the text would.
 */
export function decimal(token) {
  const { length } = token;
  if (length === 0 || length > LONGEST_DECIMAL) return anyNumber(token);
  let value = 0;
  let point = -1;
  for (let i = 0; i < length; i++) {
    const code = token.charCodeAt(i);
    if (code >= ZERO && code <= NINE) value = value * 10 + (code - ZERO);
    else if (code === POINT && point < 0 && i > 0) point = i;
    else return anyNumber(token);
  }
  if (token.charCodeAt(0) === ZERO && length > 1 && point !== 1) return Number.NaN;
  if (point < 0) return value;
  return point === length - 1 ? Number.NaN : value / POWERS[length - 1 - point];
}

function anyNumber(token) {
  const value = NUMBER.test(token) ? Number(token) : Number.NaN;
  return value < Number.POSITIVE_INFINITY ? value : Number.NaN;
}
