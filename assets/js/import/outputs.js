// The outputs of websocket-bench in a text: one in a file of its own, or several in a Markdown document, each below the heading
// that names its server. Nothing but the heading tells whose figures they are.

import { ForeignFault } from "./run.js";

const HEADING = /^#{1,6}\s+(.*?)[\s#]*$/;
const FENCE = /^\s*(?:```|~~~)/;
const TOOL = "websocket-bench";
const COMMAND = new RegExp(`^\\S*[$%]\\s*(?:time\\s+)?(\\S*${TOOL} .*)$`);

/**
 * @typedef {object} Output
 * @property {string|null} heading above it
 * @property {string|undefined} command that made it
 * @property {object[]} results as `parse` gives them, at least one
 */

/**
 * @param {string} text
 * @param {(line: string, number: number) => ({clients: number}|null)} parse a line's result, null of any other line; throws where
 *   a result is none of the tool's. The tool raises the number of clients from line to line.
 * @returns {Output[]}
 * @throws {ForeignFault} where the text was cut off, or does not tell whose an output is
 */
export function outputsOf(text, parse) {
  const lines = text.split(/\r?\n/);
  let current = { heading: null, command: undefined, results: [] };
  const outputs = [current];
  const begin = (own) => {
    current = { heading: current.heading, command: undefined, results: [], ...own };
    outputs.push(current);
  };
  let isFenced = false;
  let isCommand = false;
  lines.forEach((line, i) => {
    if (FENCE.test(line)) isFenced = !isFenced;
    const result = parse(line, i + 1);
    const heading = isFenced || line.includes(TOOL) ? undefined : HEADING.exec(line)?.[1];
    const command = COMMAND.exec(line)?.[1];
    const continues = isCommand && !result && line !== "" && !FENCE.test(line);
    if (heading) begin({ heading });
    if (command !== undefined) begin({ command });
    else if (continues) current.command += `\n${line}`;
    if (result) {
      if (current.results.length > 0 && result.clients <= current.results.at(-1).clients) begin({});
      current.results.push(result);
    }
    isCommand = command !== undefined || continues;
  });
  if (isFenced) throw new ForeignFault("the file ends within a block of code (expected the fence that closes it)");
  checkEnd(lines, parse);
  const found = outputs.filter(({ results }) => results.length > 0);
  checkHeadings(found);
  return found.map((output) => ({ ...output, command: output.command && unwrapped(output.command) }));
}

/** A command on one line: a backslash continues it, and a terminal breaks it anywhere. */
function unwrapped(command) {
  return command
    .replace(/\s*\\\n\s*/g, " ")
    .replaceAll("\n", "")
    .trim();
}

/** A last line without its break is whole if it is a result or closes a block of code. */
function checkEnd(lines, parse) {
  const last = lines.at(-1);
  if (last !== "" && !FENCE.test(last) && !parse(last, lines.length)) {
    throw new ForeignFault(`line ${lines.length}: the file ends in the middle of a line (expected a line of ${TOOL})`);
  }
}

/** Of several outputs each has a heading of its own. */
function checkHeadings(outputs) {
  if (outputs.length < 2) return;
  const headings = outputs.map(({ heading }) => heading);
  if (new Set(headings).size === outputs.length && !headings.includes(null)) return;
  const distinct = [...new Set(headings)];
  const named = distinct.map((heading) => times(heading, headings.filter((one) => one === heading).length)).join(", ");
  throw new ForeignFault(
    `has ${outputs.length} outputs of ${TOOL}, under these headings: ${named} (expected one output, or a heading of its own above each)`,
  );
}

/** `"Round 1" (7 times)` */
function times(heading, count) {
  const name = heading === null ? "none" : JSON.stringify(heading);
  return count > 1 ? `${name} (${count} times)` : name;
}
