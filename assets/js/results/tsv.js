// Reads a TSV result file strictly, a piece at a time: the known fields once each in the header, as many tokens in every row, no
// quotes, every row as the schema wants it. All faults are told. A row that the schema's validator accepts is kept at once; only others
// are looked at closely.

import Papa from "papaparse";
import { absentDefaults, fieldNames } from "./column-names.js";
import { Columns } from "./columns.js";
import { expectation } from "./schema-faults.js";
import { insteadOf, printable, quote } from "./words.js";

/** Fast mode knows no quotes. */
const SPLIT = { delimiter: "\t", newline: "\n", fastMode: true };
/** Characters, about. */
const PIECE = 1 << 16;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BLANK = /^[ \t\r\f\v]*$/;
/** What no field of ours holds: quotes, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STRAY = /["\u0000-\u001f\u007f]/;
/** The same within a piece of text, whose tabs and line ends are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STRAY_IN_LINES = /["\u0000-\u0008\u000b-\u001f\u007f]/;

export class TsvReader {
  /**
   * @param {string} file its name in messages
   * @param {{properties: object, required: string[]}} definition of the rows' fields
   * @param {(row: object) => import("./faults.js").Fault[]} judge tells a row's faults by the schema
   * @param {number} [mostFaults] after which nothing more is read
   */
  constructor(file, definition, judge, mostFaults = Number.POSITIVE_INFINITY) {
    Object.assign(this, { file, definition, judge, mostFaults });
    this.header = null;
    this.columns = new Columns(definition.properties);
    this.faults = [];
    this.lines = 1;
  }

  /** @param {string} text whole lines, each with its end, which the last of the file may lack; the header first */
  take(text) {
    for (const piece of pieces(text)) {
      if (this.faults.length > this.mostFaults) return;
      this.takePiece(piece);
    }
  }

  takePiece(text) {
    const { data } = Papa.parse(text.includes("\r") ? text.replaceAll("\r\n", "\n") : text, SPLIT);
    const last = data.at(-1);
    if (data.length > 1 && last.length === 1 && last[0] === "") data.pop();
    const rows = this.header ? data : this.takeHeader(data);
    if (!this.readable) return;
    const isSuspect = STRAY_IN_LINES.test(text);
    for (let i = 0; i < rows.length; i++) this.takeRow(rows[i], isSuspect);
  }

  /** @returns {{columns: ?Columns, faults: import("./faults.js").Fault[]}} no columns where there is any fault */
  finish() {
    if (this.readable && this.lines === 1) {
      this.faults.push({ where: `${this.file}:1`, what: "has a header and no rows (expected at least one row)" });
    }
    return { columns: this.faults.length > 0 ? null : this.columns, faults: this.faults };
  }

  /** @returns {string[][]} the lines after it */
  takeHeader([names, ...rows]) {
    const { properties } = this.definition;
    this.header = fieldNames(names, properties);
    const absent = absentDefaults(this.header, properties);
    const { faults, readable } = headerFaults(`${this.file}:1`, this.header, this.definition, absent);
    this.faults.push(...faults);
    this.readable = readable;
    // One object for all rows: what a row lacks is undefined in it, and what the file lacks stays at its default.
    this.row = Object.fromEntries(absent.map(([field, token]) => [field, typed(token, properties[field].type)]));
    this.fields = this.header.flatMap((field, slot) =>
      Object.hasOwn(properties, field) ? [{ field, slot, type: properties[field].type }] : [],
    );
    return rows;
  }

  takeRow(tokens, isSuspect) {
    this.lines++;
    const { row, fields, header, faults } = this;
    for (let i = 0; i < fields.length; i++) {
      const { field, slot, type } = fields[i];
      row[field] = typed(tokens[slot], type);
    }
    const isWhole = tokens.length === header.length;
    const found = this.judge(row);
    if (!isWhole || isSuspect || found.length > 0) {
      faults.push(...lineFaults(`${this.file}:${this.lines}`, tokens, found, header, this.definition));
    }
    if (faults.length === 0) this.columns.add(row);
  }
}

/** A text in pieces of whole lines: the lists of tokens that Papa Parse makes of one are gone before the next. */
function* pieces(text) {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from + PIECE) + 1 || text.length;
    yield text.slice(from, end);
    from = end;
  }
}

/** What is wrong with the header, and whether the rows under it are worth reading. */
function headerFaults(where, header, { properties, required }, absent) {
  const known = Object.keys(properties);
  if (header.length === 1 && /[,; ]/.test(header[0])) {
    const what = "has no tab (expected fields with one tab between them)";
    return { readable: false, faults: [{ where, what }] };
  }
  // Not a faulty header but another kind of file: its columns are not told one by one.
  if (header.length > 2 * known.length) {
    const what = `has ${header.length} columns (expected at most ${known.length})`;
    return { readable: false, faults: [{ where, what }] };
  }
  const faults = header.flatMap((field, i) => {
    if (field === "") return [{ where: `${where}: column ${i + 1}`, what: "has no name (expected a field)" }];
    if (!known.includes(field)) return [{ where: `${where}: ${printable(field)}`, what: unknownField(field, known) }];
    if (header.indexOf(field) === i) return [];
    return [{ where: `${where}: ${field}`, what: "is there twice (expected each field once)" }];
  });
  const given = [...header, ...absent.map(([field]) => field)];
  const missing = required.filter((field) => !given.includes(field));
  for (const field of missing) {
    const what = `is missing (expected a column of ${expectation(properties[field])})`;
    faults.push({ where: `${where}: ${field}`, what });
  }
  return { readable: header.length > 1, faults };
}

function unknownField(field, known) {
  if (field.includes('"')) return "has a quote (expected names without quotes)";
  return `is not a field (${insteadOf(field, known)})`;
}

/** @param {import("./faults.js").Fault[]} found by the schema */
function lineFaults(where, tokens, found, header, { properties }) {
  if (tokens.every((token) => BLANK.test(token))) return [{ where, what: "is blank (expected a row)" }];
  if (tokens.length !== header.length) {
    return [{ where, what: `has ${tokens.length} tokens (expected ${header.length}, as the header has fields)` }];
  }
  if (tokens.some((token) => STRAY.test(token))) return strayFaults(where, tokens, header);
  return found
    .filter(({ keys: [field] }) => !isFaultOfHeader(field, header, properties))
    .sort((one, other) => header.indexOf(one.keys[0]) - header.indexOf(other.keys[0]))
    .map(({ keys, what }) => ({ where: [where, ...keys].join(": "), what }));
}

function strayFaults(where, tokens, header) {
  return tokens.flatMap((token, i) => {
    if (!STRAY.test(token)) return [];
    const found = token.includes('"') ? "a quote" : "a control character";
    const what = `${quote(token)} has ${found} (expected the bare value)`;
    return [{ where: `${where}: ${printable(header[i])}`, what }];
  });
}

/** A column that the header lacks or misnames is one fault, not one a row. */
function isFaultOfHeader(field, header, properties) {
  if (field === undefined) return header.some((name) => !Object.hasOwn(properties, name));
  return !header.includes(field);
}

/** An empty cell is an absent field; a token that isn't of its field's type stays text, for the schema to refuse. */
function typed(token, type) {
  if (!token) return undefined;
  if (type === "number" || type === "integer") return NUMBER.test(token) ? Number(token) : token;
  if (type === "boolean" && (token === "true" || token === "false")) return token === "true";
  return token;
}
