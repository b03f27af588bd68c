// Words ajv's errors for the people who wrote the file: what was found and what was expected, with the unit that the
// schema gives the field.

import { alternatives, insteadOf, quote } from "./words.js";

const WRONG_TYPE = {
  number: "is not a number",
  integer: "is not a whole number",
  string: "is not text",
  boolean: "is not true or false",
  object: "is not an object",
  array: "is not a list",
};
const WRONG_VALUE = {
  minimum: "is too small",
  exclusiveMinimum: "is too small",
  maximum: "is too large",
  exclusiveMaximum: "is too large",
  enum: "is not one of the known words",
  pattern: "is not well-formed",
  format: "is not well-formed",
  minLength: "is too short",
  minItems: "has too few elements",
  maxItems: "has too many elements",
  uniqueItems: "has an element twice",
  minProperties: "has too few fields",
};
const PLAIN_TYPE = {
  number: "a number",
  integer: "a whole number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

/**
 * @param {object[]} errors of an ajv validator with `allErrors` and `verbose`
 * @param {(keys: string[]) => ?object} [rowProperties] tells the fields of the row at these keys, references resolved; nothing
 *   where no row is
 * @returns {{keys: string[], what: string}[]} per fault the keys that lead to it, and its wording
 */
export function schemaFaults(errors, rowProperties = () => undefined) {
  const ofWrongType = new Set(errors.filter(isTypeError).map(({ instancePath }) => instancePath));
  return errors
    .filter(({ keyword, schemaPath }) => keyword !== "if" && !/\/anyOf\/\d/.test(schemaPath))
    .filter((error) => isTypeError(error) || !ofWrongType.has(error.instancePath))
    .map((error) => schemaFault(error, rowProperties));
}

function isTypeError({ keyword }) {
  return keyword === "type";
}

function schemaFault({ instancePath, keyword, params, data, parentSchema }, rowProperties) {
  const keys = instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  switch (keyword) {
    case "dependencies":
    case "required": {
      const field = params.missingProperty;
      const properties = rowProperties(keys) ?? parentSchema.properties;
      return { keys: [...keys, field], what: missing(properties?.[field]) };
    }
    case "additionalProperties": {
      const field = params.additionalProperty;
      const instead = insteadOf(field, Object.keys(parentSchema.properties ?? {}));
      return { keys: [...keys, field], what: `is not a field of this file (${instead})` };
    }
    case "anyOf": {
      const fields = parentSchema.anyOf.flatMap(({ required }) => required);
      return { keys, what: `has none of ${fields.join(", ")} (expected at least one)` };
    }
    default: {
      const complaint =
        WRONG_TYPE[keyword === "type" ? params.type : ""] ?? WRONG_VALUE[keyword] ?? "is not as it should be";
      return { keys, what: `${quote(data)} ${complaint} (expected ${expectation(parentSchema)})` };
    }
  }
}

function missing(wanted) {
  return wanted && !wanted.$ref ? `is missing (expected ${expectation(wanted)})` : "is missing";
}

const BOUNDS = { minimum: "≥", exclusiveMinimum: ">", maximum: "≤", exclusiveMaximum: "<" };

/** What a field's schema wants, such as `milliseconds, ≥ 0`. */
export function expectation(schema) {
  const { unit, type, enum: words, pattern, minLength, minItems, minProperties } = schema;
  if (words) return alternatives(words);
  const bounds = Object.entries(BOUNDS)
    .filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, sign]) => `${sign} ${schema[keyword]}`);
  let plain = PLAIN_TYPE[type] ?? "another value";
  if (pattern) plain += ` that matches ${pattern}`;
  if (minLength || minItems || minProperties) plain += ", not empty";
  return [unit ?? plain, ...bounds].join(", ");
}
