// Judges a JSON result file by the schema: its envelope, and its rows as rows of its comparison.

import validators from "../../build/validators.js";

/**
 * @param {unknown} document
 * @param {string} row the definition of the comparison's rows in schema/result.json
 * @returns {object[]} ajv's errors, as if one schema had judged it all; none if it is as it should be
 */
export function fileErrors(document, row) {
  const ofEnvelope = validators.envelope(document) ? [] : validators.envelope.errors;
  const rows = Array.isArray(document?.results) ? document.results : [];
  const validate = validators[row];
  const ofRows = rows.flatMap((value, i) => {
    if (validate(value)) return [];
    return validate.errors.map((error) => ({ ...error, instancePath: `/results/${i}${error.instancePath}` }));
  });
  return [...ofEnvelope, ...ofRows];
}
