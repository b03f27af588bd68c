// Tables in text, a line a row: CSV and TSV as other tools write them. A table that is cut off, or holds a second one, is refused.

import Papa from "papaparse";
import { ForeignFault } from "./run.js";
import { withoutMark } from "./values.js";

const LINE_BREAK = /\r\n|\r|\n/g;

/** The cells of a text's first line, as far as they are without quotes. */
export function headerOf(text, separator) {
  return /^[^\r\n]*/.exec(withoutMark(text))[0].split(separator);
}

/**
 * Calls back for each row below the header.
 * @param {string} text
 * @param {{separator: string, columns: string[]}} table `columns` that are read
 * @param {(cell: (column: string) => string, line: number) => void} each `cell` gives a column's cell, undefined where the header
 *   has no such column
 * @throws {ForeignFault} where a line is not of the header's length, is the header again, or was cut off
 */
export function eachRow(text, { separator, columns }, each) {
  const whole = withoutMark(text);
  const isCut = !/[\r\n]$/.test(whole);
  let header = null;
  let line = 1;
  Papa.parse(whole, {
    delimiter: separator,
    step: ({ data: cells, errors: [error], meta }) => {
      const at = line;
      line += 1 + breaksWithin(cells);
      if (cells.length === 1 && cells[0].trim() === "") return;
      if (!header) {
        header = headed(cells);
        return;
      }
      const last = isCut && meta.cursor >= whole.length;
      if (last && (error || cells.length < header.length || columns.includes(header.at(-1)))) {
        throw new ForeignFault(
          `line ${at}: the file ends in the middle of a line (expected a line break after the last row)`,
        );
      }
      if (error) throw new ForeignFault(`line ${at}: ${error.message} (expected a table of ${header.length} columns)`);
      checkLength(cells, header, at);
      each((column) => cells[header.indexOf(column)], at);
    },
  });
}

function headed(cells) {
  const twice = cells.find((column, i) => cells.indexOf(column) < i);
  if (twice !== undefined) throw new ForeignFault(`line 1: has the column ${twice} twice (expected each once)`);
  return cells;
}

function checkLength(cells, header, line) {
  if (cells.length !== header.length) {
    throw new ForeignFault(`line ${line}: has ${cells.length} cells (expected ${header.length}, as the header has)`);
  }
  if (cells.every((cell, i) => cell === header[i])) {
    throw new ForeignFault(`line ${line}: the header comes again (expected the rows of one run)`);
  }
}

/** Line breaks in quoted cells. */
function breaksWithin(cells) {
  return cells.reduce((count, cell) => count + (cell.match(LINE_BREAK)?.length ?? 0), 0);
}
