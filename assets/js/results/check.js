// Checks a result file against contract 1: the schema's validators, compiled ahead of time, and what a
// schema can't say. A file with any fault is refused whole, with all of its faults.

import validators from "../../build/validators.js";
import { parseResultFile } from "./parse.js";

/**
 * @param {string} file its name
 * @param {Uint8Array} bytes
 * @param {{row: string, dimensions: {id: string}[]}} comparison as in data/comparisons.yml
 * @returns {{run: ?object, rows: ?object[], faults: string[]}} `rows` is null if there is any fault
 */
export function checkResultFile(file, bytes, comparison) {
  const { document, lines, faults } = parseResultFile(file, bytes, validators.columns[comparison.row]);
  if (!document) return { run: null, rows: null, faults: faults.map(faultWords) };
  const found = lines ? rowFaults(file, document.results, lines, comparison.row) : documentFaults(file, document);
  if (found.length === 0) found.push(...repeatedCells(file, document.results, lines, comparison));
  if (found.length > 0) return { run: null, rows: null, faults: found.map(faultWords) };
  return { run: document.run ?? null, rows: document.results, faults: [] };
}

/** `FILE:LINE: FIELD: what was found (expected what)` */
export function faultWords({ place, found, expected }) {
  return `${place}: ${found} (expected ${expected})`;
}

function documentFaults(file, document) {
  if (validators.file(document)) return [];
  return validators.file.errors.flatMap((error) => schemaFault(error, (path) => `${file}: ${jsonPlace(path)}`));
}

function rowFaults(file, rows, lines, rowName) {
  const validate = validators[rowName];
  return rows.flatMap((row, i) => {
    if (validate(row)) return [];
    return validate.errors.flatMap((error) =>
      schemaFault(error, (path) => [`${file}:${lines[i]}`, ...path].join(": ")),
    );
  });
}

/** One ajv error as a fault; none for those that only sum up others. */
function schemaFault({ instancePath, keyword, params, data, parentSchema, message }, placeOf) {
  const path = instancePath.split("/").slice(1);
  switch (keyword) {
    case "anyOf":
      return [
        { place: placeOf(path), found: "no measurement", expected: "a latency, CPU or memory figure, or an outcome" },
      ];
    case "required":
      if (/\/anyOf\//.test(parentSchema?.$id ?? "") || parentSchema.type !== "object") return [];
      return [{ place: placeOf([...path, params.missingProperty]), found: "nothing", expected: "a value" }];
    case "additionalProperties":
      return [
        {
          place: placeOf([...path, params.additionalProperty]),
          found: "an unknown field",
          expected: "a field of schema/result.json",
        },
      ];
    case "enum":
      return [{ place: placeOf(path), found: JSON.stringify(data), expected: params.allowedValues.join(", ") }];
    default:
      return [{ place: placeOf(path), found: JSON.stringify(data), expected: expectation(parentSchema, message) }];
  }
}

function expectation({ unit, type, minimum, exclusiveMinimum }, message) {
  if (!unit) return message;
  const kind = type === "integer" ? `${unit}, a whole number` : unit;
  if (minimum !== undefined) return `${kind}, at least ${minimum}`;
  return exclusiveMinimum === undefined ? kind : `${kind}, more than ${exclusiveMinimum}`;
}

/** `results[3].latency_mean_ms` for the path `results`, `3`, `latency_mean_ms`. */
function jsonPlace(path) {
  if (path.length === 0) return "the file";
  return path.map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");
}

function repeatedCells(file, rows, lines, comparison) {
  const keys = ["technology", ...comparison.dimensions.map(({ id }) => id), "iteration"];
  const first = new Map();
  return rows.flatMap((row, i) => {
    const cell = keys.map((key) => row[key]).join(" ");
    const place = lines ? `${file}:${lines[i]}` : `${file}: results[${i}]`;
    if (!first.has(cell)) {
      first.set(cell, place);
      return [];
    }
    const found = `${keys.map((key) => `${key} ${row[key]}`).join(", ")}, as in ${first.get(cell)}`;
    return [{ place, found, expected: "each iteration of a cell once" }];
  });
}
