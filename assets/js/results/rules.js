// Holds files that the schema accepts to schema/rules.json: what can't be, or hardly. A check is the function that CHECKS has
// under the name that the rule gives.

import { cellInWords } from "./result-file.js";
import { alternatives, nearest, quote } from "./words.js";

const DAY_MS = 86_400_000;
const CHECKS = {
  ascending,
  at_most: atMost,
  sum_of: sumOf,
  all_below: allBelow,
  all_above: allAbove,
  without_gap: withoutGap,
  known_technology: knownTechnology,
  not_in_future: notInFuture,
};

/**
 * @param {object[]} rules as in schema/rules.json
 * @param {import("./result-file.js").ResultFile} file
 * @param {{dimensions: string[], technologies: string[], now: Date}} context `dimensions`: fields that make a cell, besides
 *   the technology; `technologies`: the known ids
 * @returns {import("./faults.js").Fault[]}
 */
export function ruleFaults(rules, file, context) {
  return rules.flatMap((rule) =>
    CHECKS[rule.check](rule, file, context).map((fault) => ({ ...fault, doubtful: rule.level === "doubt" })),
  );
}

/** Each of the fields is no less than the one before it that the row has, by more than rounding explains. */
function ascending({ fields, slack_percent: slack = 0 }, { columns, rowCount }) {
  const given = fields.filter((field) => columns.has(field));
  const values = given.map((field) => columns.numbers(field));
  const faults = [];
  for (let row = 0; row < rowCount; row++) {
    let lower = -1;
    for (let upper = 0; upper < given.length; upper++) {
      const high = values[upper][row];
      if (Number.isNaN(high)) continue;
      const low = lower < 0 ? high : values[lower][row];
      if (low * 100 > high * (100 + slack)) {
        faults.push(fault(row, given[upper], `${high} is below the ${given[lower]} of ${low} (expected no less)`));
      }
      lower = upper;
    }
  }
  return faults;
}

/** The field is no more than so many times the sum of the others, where all are given. */
function atMost(rule, file) {
  const { field, factor, of, slack_percent: slack = 0, hint } = rule;
  const values = file.columns.numbers(field);
  const parts = of.map((name) => numbersOf(file, name));
  if (!values || parts.includes(null)) return [];
  const most = factor * (100 + slack);
  const expected = ["expected no more", ...(hint ? [hint] : [])].join("; ");
  const faults = [];
  for (let row = 0; row < file.rowCount; row++) {
    if (values[row] * 100 > sumIn(parts, row) * most)
      faults.push(fault(row, field, `${values[row]} is above ${product(rule)} (${expected})`));
  }
  return faults;
}

/** The field is the sum of the others, where all are given. */
function sumOf({ field, of }, file) {
  const values = file.columns.numbers(field);
  const parts = of.map((name) => numbersOf(file, name));
  if (!values || parts.includes(null)) return [];
  const faults = [];
  for (let row = 0; row < file.rowCount; row++) {
    const sum = sumIn(parts, row);
    if (Number.isNaN(sum) || Number.isNaN(values[row]) || values[row] === sum) continue;
    faults.push(fault(row, field, `${values[row]} is not the ${sum} of ${of.join(" + ")} (expected their sum)`));
  }
  return faults;
}

/** Of a row, of columns and of values that count for all rows; NaN where one is not given. */
function sumIn(parts, row) {
  let sum = 0;
  for (const part of parts) sum += typeof part === "number" ? part : part[row];
  return sum;
}

/** A field's values, or the run's value of the name `run.machine.cpu_count`, which counts for all rows; null where there is none. */
function numbersOf(file, name) {
  return name.startsWith("run.") ? (ofRun(file, name) ?? null) : file.columns.numbers(name);
}

/** `1000 × (window_s + drain_s)` */
function product({ factor, of }) {
  const sum = of.length > 1 ? `(${of.join(" + ")})` : of[0];
  return factor === 1 ? sum : `${factor} × ${sum}`;
}

/** Even the file's largest figure is under the bound, and it is not zero. */
function allBelow({ fields, figure, bound, hint }, { columns }) {
  const largest = extreme(fields, columns, (value, best) => value > best);
  if (!largest || largest.value <= 0 || largest.value >= bound) return [];
  return [fault(largest.row, largest.field, `${largest.value} is the largest ${figure} of the file (${hint})`)];
}

/** Even the file's smallest figure is over the bound. */
function allAbove({ fields, figure, bound, hint }, { columns }) {
  const smallest = extreme(fields, columns, (value, best) => value < best);
  if (!smallest || smallest.value <= bound) return [];
  return [fault(smallest.row, smallest.field, `${smallest.value} is the smallest ${figure} of the file (${hint})`)];
}

/** The largest or smallest figure of all these fields: its field, row and value. */
function extreme(fields, columns, better) {
  let best = null;
  for (const field of fields) {
    const values = columns.numbers(field) ?? [];
    for (let row = 0; row < values.length; row++) {
      const value = values[row];
      if (!Number.isNaN(value) && (best === null || better(value, best.value))) best = { field, row, value };
    }
  }
  return best;
}

/** Iterations of a cell are numbered on. */
function withoutGap({ field }, file, { dimensions }) {
  const numbers = file.columns.numbers(field);
  const { of, cells } = file.cells(dimensions);
  return cellsWithGaps(numbers, of, cells.length).flatMap(({ cell, rows }) => {
    const name = cellInWords(cells[cell].technology, dimensions, cells[cell].dimensions);
    const ordered = rows.sort((one, other) => numbers[one] - numbers[other]);
    return ordered.slice(1).flatMap((row, at) => {
      const before = numbers[ordered[at]];
      if (numbers[row] - before <= 1) return [];
      return [fault(row, field, `${numbers[row]} of ${name} follows ${before} (expected numbers without a gap)`)];
    });
  });
}

/** The cells whose numbers are not as many as lie between their least and their greatest, each with its rows: mostly none. */
function cellsWithGaps(numbers, of, count) {
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const greatest = new Float64Array(count);
  const rows = new Float64Array(count);
  numbers.forEach((number, row) => {
    least[of[row]] = Math.min(least[of[row]], number);
    greatest[of[row]] = Math.max(greatest[of[row]], number);
    rows[of[row]]++;
  });
  const suspects = new Map();
  for (let cell = 0; cell < count; cell++) {
    if (greatest[cell] - least[cell] >= rows[cell]) suspects.set(cell, { cell, rows: [] });
  }
  if (suspects.size > 0) {
    for (const [row, cell] of of.entries()) suspects.get(cell)?.rows.push(row);
  }
  return [...suspects.values()];
}

/** One letter off a known technology is more likely that one than a new one. */
function knownTechnology({ field }, { columns }, { technologies }) {
  const { codes, words } = columns.words(field);
  return words.flatMap((id, code) => {
    const near = code === 0 || technologies.includes(id) ? [] : nearest(id, technologies, 1);
    if (near.length === 0) return [];
    const what = `${quote(id)} is not a known technology (did you mean ${alternatives(near)}?)`;
    return [fault(codes.indexOf(code), field, what)];
  });
}

/** Dates are compared as they are written, to the day: somewhere it is tomorrow already. */
function notInFuture({ fields }, file, { now }) {
  const lastDay = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  const isLater = (date) => date !== undefined && date.slice(0, 10) > lastDay;
  const words = (date) => `${quote(date)} is in the future (expected today or earlier)`;
  return fields.flatMap((name) => {
    if (name.startsWith("run.")) {
      const date = ofRun(file, name);
      return isLater(date) ? [{ keys: name.split("."), what: words(date) }] : [];
    }
    const dates = file.columns.words(name);
    const late = new Set(dates?.words.flatMap((date, code) => (isLater(date) ? [code] : [])));
    if (late.size === 0) return [];
    return [...dates.codes].flatMap((code, row) =>
      late.has(code) ? [fault(row, name, words(dates.words[code]))] : [],
    );
  });
}

/** The run's value of the name `run.machine.cpu_count`. */
function ofRun({ run }, name) {
  const keys = name.split(".").slice(1);
  return keys.reduce((value, key) => value?.[key], run ?? undefined);
}

function fault(row, field, what) {
  return { keys: ["results", row, field], what };
}
