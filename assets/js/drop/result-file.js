// What a dropped file is, as a result file (contract 1): itself, the same with commas, or what another tool wrote.

import { fieldNames } from "../results/column-names.js";
import { commaSeparatedToTsv } from "./comma-separated.js";
import { LIMITS } from "./limits.js";
import { allBytes, Refused } from "./text-stream.js";

const PACKED = /\.gz$/i;
const [TSV, CSV, JSON_FILE] = [/\.tsv$/i, /\.csv$/i, /\.json$/i];

/**
 * @callback Convert
 * @param {string} text
 * @param {{fileName: string, lastModified: string}} origin
 * @returns {Promise<?{document: object, format: string}>} a JSON result file and the format's name; null where the format
 *   is not known
 *
 * @typedef {object} ResultFile
 * @property {string} file its name, ending in `.tsv` or `.json`
 * @property {string} shown its name in messages
 * @property {Uint8Array} bytes
 * @property {string[]} fields of its first row, by which to tell the comparison
 * @property {string[]} assumed what a conversion took for granted
 */

const SEPARATORS = new Uint8Array(256);
for (const separator of "\t\n,{[") SEPARATORS[separator.charCodeAt(0)] = 1;

/** Whether a file has more values than can be judged one by one in a page's memory; by its separators, before anything is read. */
function hasTooManyValues(bytes) {
  let values = 0;
  for (let i = 0; i < bytes.length; i++) values += SEPARATORS[bytes[i]];
  return values > LIMITS.values;
}

/** A file's name without `.gz`. */
export function unpackedName({ name }) {
  return name.replace(PACKED, "");
}

/**
 * @param {File} file
 * @param {import("../results/read.js").Schemas} schemas
 * @param {{onRead?: function(number): void, convert?: Convert}} options
 * @returns {Promise<ResultFile>}
 * @throws {Refused}
 */
export async function asResultFile(file, schemas, { onRead, convert = async () => null }) {
  const name = unpackedName(file);
  const most = TSV.test(name) ? LIMITS.tsv_bytes : LIMITS.other_bytes;
  const bytes = await allBytes(file, { packed: name !== file.name, most, onRead });
  if (!TSV.test(name) && hasTooManyValues(bytes)) {
    throw new Refused(`has more than ${LIMITS.values} values (expected as many as a page can judge)`);
  }
  const text = textOf(bytes);
  const own = text === null ? [] : fieldsOf(name, text);
  if (isOurs(own, schemas) || text === null) return { file: name, shown: name, bytes, fields: own, assumed: [] };
  const origin = { fileName: name, lastModified: new Date(file.lastModified).toISOString().replace(/\.\d+/, "") };
  const foreign = await converted(text, origin, convert);
  if (foreign) return fromDocument(name, foreign);
  return CSV.test(name) ? fromCommas(name, text) : { file: name, shown: name, bytes, fields: own, assumed: [] };
}

/** Whether the fields are those of a result file: a technology's iterations, under our names or the columns that stand for them. */
export function isOurs(fields, { definitions }) {
  return Object.values(definitions).some(({ properties }) => {
    const named = fieldNames(fields, properties);
    return named.includes("technology") && (fields.includes("technology") || named.includes("iteration"));
  });
}

async function converted(text, origin, convert) {
  try {
    return await convert(text, origin);
  } catch (error) {
    throw new Refused(error.message);
  }
}

function fromDocument(name, { document, format }) {
  const file = `${name.replace(/\.[^.]*$/, "")}.json`;
  return {
    file,
    shown: file,
    bytes: new TextEncoder().encode(JSON.stringify(document)),
    fields: Object.keys(document.results[0] ?? {}),
    assumed: [`Read as ${format}.`, ...(document.run.notes ?? [])],
  };
}

function fromCommas(name, text) {
  const tsv = commaSeparatedToTsv(text);
  return {
    file: name.replace(CSV, ".tsv"),
    shown: name,
    bytes: new TextEncoder().encode(tsv),
    fields: fieldsOf(".tsv", tsv),
    assumed: ["Its fields are separated by commas; data/ takes tabs, as the prepared contribution has them."],
  };
}

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The fields of a TSV file's header, or of a JSON file's first row; none where it has no such thing. */
function fieldsOf(name, text) {
  if (TSV.test(name)) return headerOf(text);
  if (!JSON_FILE.test(name)) return [];
  try {
    const row = JSON.parse(text).results[0];
    return Object.keys(row);
  } catch {
    return [];
  }
}

function headerOf(text) {
  const fields = text.slice(0, text.search(/\r?\n|$/)).split("\t");
  if (fields.length <= LIMITS.columns) return fields;
  throw new Refused(`has ${fields.length} columns (expected ${LIMITS.columns} at most)`);
}
