// Rows as columns: a number a double, a word by its number. As objects, a million rows would fill a tab.

const FIRST_LENGTH = 256;

export class Columns {
  /** @param {Object<string, {type?: string}>} properties the rows' fields, as in schema/result.json */
  constructor(properties) {
    this.properties = properties;
    this.byField = new Map();
    this.count = 0;
  }

  /** Adds a row that the schema accepts; what it lacks may be undefined. */
  add(row) {
    for (const field in row) {
      const value = row[field];
      if (value !== undefined) (this.byField.get(field) ?? this.begin(field)).set(this.count, value);
    }
    this.count++;
  }

  begin(field) {
    const column = ["number", "integer", "boolean"].includes(this.properties[field].type) ? new Numbers() : new Words();
    this.byField.set(field, column);
    return column;
  }

  has(field) {
    return this.byField.has(field);
  }

  /**
   * A field of numbers, or of true (1) and false (0).
   * @returns {?Float64Array} a value a row, NaN where it is absent; null where no row has the field
   */
  numbers(field) {
    return this.byField.get(field)?.upTo(this.count) ?? null;
  }

  /** What tells the values of a field apart, a number a row: of numbers these, of words their numbers. */
  codes(field) {
    return this.byField.get(field).upTo(this.count);
  }

  /** What a row has of a field that it has: a number or a word. */
  valueAt(field, row) {
    return this.byField.get(field).at(row);
  }

  /**
   * A field of words.
   * @returns {?{codes: Uint32Array, words: string[]}} `codes`: of each row an index into `words`, whose first stands for an
   *   absent one; null where no row has the field
   */
  words(field) {
    const column = this.byField.get(field);
    return column ? { codes: column.upTo(this.count), words: column.words } : null;
  }
}

class Numbers {
  values = new Float64Array(FIRST_LENGTH).fill(Number.NaN);

  set(row, value) {
    if (row >= this.values.length) this.values = longer(this.values, row + 1, Number.NaN);
    this.values[row] = value;
  }

  at(row) {
    return this.values[row];
  }

  upTo(count) {
    if (count > this.values.length) this.values = longer(this.values, count, Number.NaN);
    return this.values.subarray(0, count);
  }
}

class Words {
  codes = new Uint32Array(FIRST_LENGTH);
  words = [undefined];
  numbers = new Map();
  last = 0;

  set(row, word) {
    if (row >= this.codes.length) this.codes = longer(this.codes, row + 1, 0);
    if (word !== this.words[this.last]) this.last = this.numbers.get(word) ?? this.learn(word);
    this.codes[row] = this.last;
  }

  learn(word) {
    this.numbers.set(word, this.words.length);
    return this.words.push(word) - 1;
  }

  at(row) {
    return this.words[this.codes[row]];
  }

  upTo(count) {
    if (count > this.codes.length) this.codes = longer(this.codes, count, 0);
    return this.codes.subarray(0, count);
  }
}

function longer(values, wanted, absent) {
  const copy = new values.constructor(Math.max(wanted, 2 * values.length)).fill(absent, values.length);
  copy.set(values);
  return copy;
}
