// Rewrites CSV (RFC 4180) as our TSV, so that one reader judges both: a line a record, quotes taken off.

import Papa from "papaparse";
import { LIMITS } from "./limits.js";
import { Refused } from "./text-stream.js";

/**
 * @param {string} text
 * @returns {string}
 * @throws {Refused} where it is not CSV, or a value can't stand in TSV
 */
export function commaSeparatedToTsv(text) {
  const { data, errors } = Papa.parse(text, { delimiter: ",", header: false });
  const [error] = errors;
  if (error) throw new Refused(`${error.message} (record ${(error.row ?? 0) + 1}; expected comma-separated values)`);
  if (data[0].length > LIMITS.columns) {
    throw new Refused(`has ${data[0].length} columns (expected ${LIMITS.columns} at most)`);
  }
  const stray = data.findIndex((tokens) => tokens.some((token) => /[\t\r\n]/.test(token)));
  if (stray >= 0)
    throw new Refused(`has a tab or a line end within a value (record ${stray + 1}; expected the bare value)`);
  return data.map((tokens) => tokens.join("\t")).join("\n");
}
