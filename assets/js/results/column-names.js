// Our fields' names for the columns of a TSV, where the schema says that a file has them under others: a field's `column`, and its
// `default` where the file has no such column.

/**
 * @param {string[]} header
 * @param {Object<string, {column?: string}>} properties of a row, by field
 * @returns {string[]} the fields that its columns stand for; a name that stands for none as it is
 */
export function fieldNames(header, properties) {
  const fields = new Map(Object.entries(properties).map(([field, { column }]) => [column, field]));
  return header.map((name) => fields.get(name) ?? name);
}

/**
 * @param {string[]} fields of a file's columns
 * @param {Object<string, {default?: *}>} properties of a row, by field
 * @returns {[string, string][]} fields that the file lacks, with what they are in every row
 */
export function absentDefaults(fields, properties) {
  const absent = Object.entries(properties).filter(([field, one]) => "default" in one && !fields.includes(field));
  return absent.map(([field, one]) => [field, String(one.default)]);
}
