// What is wrong with files, and how it is told: `FILE:LINE: FIELD: what was found (expected what)`, of JSON
// `FILE:LINE:COLUMN: results[0].FIELD: …`, in the order of the file.

import { findOffsets } from "./json-places.js";
import { linesAndColumns } from "./lines.js";
import { printable } from "./words.js";

/**
 * @typedef {object} Fault
 * @property {string} [where] its place in words, the file's name first; else it is told by its `keys`
 * @property {(string|number)[]} [keys] that lead to it in the document; of a TSV they begin with `results` and the row's index
 * @property {string} what was found, and what was expected
 * @property {boolean} [doubtful] whether the file may be right
 */

/**
 * @param {string} file its name in messages
 * @param {Fault[]} faults of one file
 * @param {function(): string} textOf the file's text, wanted of JSON with faults at keys
 * @returns {{faults: string[], doubts: string[]}}
 */
export function told(file, faults, textOf) {
  const placed = faults.filter(({ keys }) => keys);
  const ordered = [
    ...faults.filter(({ keys }) => !keys),
    ...(file.endsWith(".json") ? inJson(file, placed, textOf) : inTsv(file, placed)),
  ];
  const words = (some) => some.map(({ where, what }) => `${where}: ${what}`);
  return {
    faults: words(ordered.filter(({ doubtful }) => !doubtful)),
    doubts: words(ordered.filter(({ doubtful }) => doubtful)),
  };
}

/** `results[3].latency_mean_ms` for the keys `results`, `3`, `latency_mean_ms`. */
export function dotted(keys) {
  return keys.reduce((text, key) => {
    if (/^\d+$/.test(key)) return `${text}[${key}]`;
    return text === "" ? printable(key) : `${text}.${printable(key)}`;
  }, "");
}

/** Where a row is, within words about another. */
export function rowPlace(file, row) {
  return file.endsWith(".json") ? `${file}: results[${row}]` : `${file}:${row + 2}`;
}

function inJson(file, faults, textOf) {
  if (faults.length === 0) return [];
  const text = textOf();
  const spots = linesAndColumns(
    text,
    findOffsets(
      text,
      faults.map(({ keys }) => keys),
    ),
  );
  return faults
    .map((fault, i) => ({ ...fault, spot: spots[i], field: dotted(fault.keys) }))
    .sort((one, other) => one.spot[0] - other.spot[0] || one.spot[1] - other.spot[1] || inOrder(one.field, other.field))
    .map(({ spot, field, ...fault }) => ({ ...fault, where: `${[file, ...spot].join(":")}${field && `: ${field}`}` }));
}

function inOrder(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function inTsv(file, faults) {
  return faults
    .map(({ keys: [, row, ...fields], ...fault }) => ({ ...fault, row: Number(row), fields }))
    .sort((one, other) => one.row - other.row)
    .map(({ row, fields, ...fault }) => ({ ...fault, where: [`${file}:${row + 2}`, ...fields].join(": ") }));
}
