// Reads a TSV result file as strictly as _plugins/realtime_bench/tsv_reader.rb, in the same words: the known fields once each in
// the header, as many tokens in every row, no quotes. All faults are told.

import Papa from "papaparse";
import { absentDefaults, fieldNames } from "./column-names.js";
import { expectation } from "./schema-faults.js";
import { insteadOf, printable, quote } from "./words.js";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const BLANK = /^[ \t\r\f\v]*$/;
/** What no field of ours holds: quotes, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STRAY = /["\u0000-\u001f\u007f]/;

/**
 * @param {string} file its name in messages
 * @param {string} text not blank
 * @param {{properties: object, required: string[]}} definition of the rows' fields
 * @param {(row: object) => {keys: string[], what: string}[]} judge tells a row's faults by the schema
 * @returns {{rows: ?object[], faults: {where: string, what: string}[]}} `rows` is null where there are faults
 */
export function readTsv(file, text, definition, judge) {
  // Fast mode knows no quotes.
  const { data } = Papa.parse(text.replaceAll("\r\n", "\n"), { delimiter: "\t", newline: "\n", fastMode: true });
  if (data.length > 1 && data.at(-1).length === 1 && data.at(-1)[0] === "") data.pop();
  const [names, ...lines] = data;
  const header = fieldNames(names, definition.properties);
  const absent = absentDefaults(header, definition.properties);
  const { faults, readable } = headerFaults(`${file}:1`, header, definition, absent);
  if (!readable) return { rows: null, faults };
  const schemas = header.map((field) =>
    Object.hasOwn(definition.properties, field) ? definition.properties[field] : null,
  );
  const assumed = typedRow(
    absent.map(([, token]) => token),
    absent.map(([field]) => field),
    absent.map(([field]) => definition.properties[field]),
  );
  const rows = lines.map((tokens) => ({ ...typedRow(tokens, header, schemas), ...assumed }));
  lines.forEach((tokens, i) => {
    faults.push(...lineFaults(`${file}:${i + 2}`, tokens, rows[i], header, definition, judge));
  });
  if (rows.length === 0) {
    faults.push({ where: `${file}:1`, what: "has a header and no rows (expected at least one row)" });
  }
  return { rows: faults.length > 0 ? null : rows, faults };
}

/** What is wrong with the header, and whether the rows under it are worth reading. */
function headerFaults(where, header, { properties, required }, absent) {
  const known = Object.keys(properties);
  if (header.length === 1 && /[,;]/.test(header[0])) {
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

function lineFaults(where, tokens, row, header, { properties }, judge) {
  if (tokens.every((token) => BLANK.test(token))) return [{ where, what: "is blank (expected a row)" }];
  if (tokens.length !== header.length) {
    return [{ where, what: `has ${tokens.length} tokens (expected ${header.length}, as the header has fields)` }];
  }
  if (tokens.some((token) => STRAY.test(token))) return strayFaults(where, tokens, header);
  return judge(row)
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

/**
 * An empty cell is an absent field; a token that isn't of its field's type stays text, for the schema to refuse.
 * @param {string[]} tokens
 * @param {string[]} header
 * @param {(?object)[]} schemas of the header's fields; null where a field is unknown
 */
function typedRow(tokens, header, schemas) {
  const row = {};
  for (let i = 0; i < header.length; i++) {
    if (schemas[i] && tokens[i]) row[header[i]] = typed(tokens[i], schemas[i]);
  }
  return row;
}

function typed(token, { type }) {
  if ((type === "number" || type === "integer") && NUMBER.test(token)) return Number(token);
  if (type === "boolean" && (token === "true" || token === "false")) return token === "true";
  return token;
}
