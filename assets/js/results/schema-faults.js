// Words ajv's errors for the people who wrote the file, as the build does: what was found and what was
// expected, with the unit that the schema gives the field.

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
  enum: "is not one of the known words",
  pattern: "is not well-formed",
  format: "is not well-formed",
  minLength: "is too short",
  minItems: "has too few elements",
};
const PLAIN_TYPE = {
  number: "a number",
  integer: "a whole number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};
const LONGEST_QUOTE = 60;

/**
 * @param {object[]} errors of an ajv validator with `allErrors` and `verbose`
 * @returns {{path: string[], what: string}[]} per fault the keys that lead to it, and its wording
 */
export function schemaFaults(errors) {
  return errors.filter(({ schemaPath }) => !/\/anyOf\/\d/.test(schemaPath)).map(schemaFault);
}

/** `results[3].latency_mean_ms` for the path `results`, `3`, `latency_mean_ms`. */
export function dotted(path) {
  return path.reduce((text, key) => {
    if (/^\d+$/.test(key)) return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** A found value as JSON writes it, cut to a length that fits a line. */
export function quote(value) {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 3)}...` : text;
}

function schemaFault({ instancePath, keyword, params, data, parentSchema }) {
  const path = instancePath.split("/").slice(1);
  switch (keyword) {
    case "required":
      return {
        path: [...path, params.missingProperty],
        what: missing(parentSchema.properties?.[params.missingProperty]),
      };
    case "additionalProperties":
      return { path: [...path, params.additionalProperty], what: "is not a field of this file" };
    case "anyOf": {
      const fields = parentSchema.anyOf.flatMap(({ required }) => required);
      return { path, what: `has none of ${fields.join(", ")} (expected at least one)` };
    }
    default: {
      const complaint =
        WRONG_TYPE[keyword === "type" ? params.type : ""] ?? WRONG_VALUE[keyword] ?? "is not as it should be";
      return { path, what: `${quote(data)} ${complaint} (expected ${expectation(parentSchema)})` };
    }
  }
}

function missing(wanted) {
  return wanted && !wanted.$ref ? `is missing (expected ${expectation(wanted)})` : "is missing";
}

/** What a field's schema wants, such as `milliseconds, >= 0`. */
export function expectation({ unit, type, enum: words, pattern, minLength, minItems, minimum, exclusiveMinimum }) {
  if (words) return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  const bounds = [];
  if (minimum !== undefined) bounds.push(`>= ${minimum}`);
  if (exclusiveMinimum !== undefined) bounds.push(`> ${exclusiveMinimum}`);
  let plain = PLAIN_TYPE[type];
  if (pattern) plain += ` that matches ${pattern}`;
  if (minLength || minItems) plain += ", not empty";
  return [unit ?? plain, ...bounds].join(", ");
}
