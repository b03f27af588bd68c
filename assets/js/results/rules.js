// Holds rows that the schema accepts to schema/rules.json: what can't be, or hardly. A check is a function of the rule's
// name; _plugins/realtime_bench/rules.rb has the same ones, in the same words.

import { alternatives, nearest, quote } from "./words.js";

const DAY_MS = 86_400_000;
const CHECKS = {
  ascending,
  at_most: atMost,
  all_below: allBelow,
  all_above: allAbove,
  without_gap: withoutGap,
  known_technology: knownTechnology,
  not_in_future: notInFuture,
};

/**
 * @param {object[]} rules as in schema/rules.json
 * @param {{results: object[], run: ?object}} document
 * @param {{dimensions: string[], technologies: string[], now: Date}} context `dimensions`: fields that make a cell, besides
 *   the technology; `technologies`: the known ids
 * @returns {{keys: string[], what: string, doubtful: boolean}[]}
 */
export function ruleFaults(rules, document, context) {
  return rules.flatMap((rule) =>
    CHECKS[rule.check](rule, document, context).map((fault) => ({ ...fault, doubtful: rule.level === "doubt" })),
  );
}

/** Each of the fields is no less than the one before it that the row has. */
function ascending({ fields, slack_percent: slack = 0 }, { results }) {
  return results.flatMap((row, i) => {
    const present = fields.filter((field) => row[field] !== undefined);
    return present.slice(1).flatMap((upper, at) => {
      const lower = present[at];
      if (row[lower] * 100 <= row[upper] * (100 + slack)) return [];
      return fault(i, upper, `${row[upper]} is below the ${lower} of ${row[lower]} (expected no less)`);
    });
  });
}

/** The field is no more than so many times the sum of the others, where all are given. */
function atMost(rule, document) {
  const { field, factor, of, slack_percent: slack = 0, hint } = rule;
  const most = factor * (100 + slack);
  return document.results.flatMap((row, i) => {
    const parts = of.map((name) => (name.startsWith("run.") ? ofRun(document, name) : row[name]));
    if (row[field] === undefined || parts.includes(undefined)) return [];
    if (row[field] * 100 <= parts.reduce((sum, part) => sum + part) * most) return [];
    return fault(i, field, `${row[field]} is above ${product(rule)} (expected no more${hint ? `; ${hint}` : ""})`);
  });
}

/** `1000 × (window_s + drain_s)` */
function product({ factor, of }) {
  const sum = of.length > 1 ? `(${of.join(" + ")})` : of[0];
  return factor === 1 ? sum : `${factor} × ${sum}`;
}

/** Even the file's largest figure is under the bound, and it is not zero. */
function allBelow({ fields, figure, bound, hint }, { results }) {
  const largest = extreme(fields, results, (value, best) => value > best);
  if (!largest || largest.value <= 0 || largest.value >= bound) return [];
  return fault(largest.row, largest.field, `${largest.value} is the largest ${figure} of the file (${hint})`);
}

/** Even the file's smallest figure is over the bound. */
function allAbove({ fields, figure, bound, hint }, { results }) {
  const smallest = extreme(fields, results, (value, best) => value < best);
  if (!smallest || smallest.value <= bound) return [];
  return fault(smallest.row, smallest.field, `${smallest.value} is the smallest ${figure} of the file (${hint})`);
}

function extreme(fields, results, better) {
  let best = null;
  for (const field of fields) {
    results.forEach((row, i) => {
      const value = row[field];
      if (value !== undefined && (best === null || better(value, best.value))) best = { field, row: i, value };
    });
  }
  return best;
}

/** Iterations of a cell are numbered on. */
function withoutGap({ field }, { results }, { dimensions }) {
  const cells = new Map();
  results.forEach((row, i) => {
    const cell = inWords(row, dimensions);
    if (!cells.has(cell)) cells.set(cell, []);
    cells.get(cell).push(i);
  });
  return [...cells].flatMap(([cell, rows]) => {
    const numbers = rows.map((i) => ({ i, number: results[i][field] })).sort((one, other) => one.number - other.number);
    return numbers.slice(1).flatMap(({ i, number }, at) => {
      const before = numbers[at].number;
      if (number - before <= 1) return [];
      return fault(i, field, `${number} of ${cell} follows ${before} (expected numbers without a gap)`);
    });
  });
}

/** `technology node-ws, rooms 1, users 10` */
export function inWords(row, dimensions) {
  return ["technology", ...dimensions].map((id) => `${id} ${row[id]}`).join(", ");
}

/** One letter off a known technology is more likely that one than a new one. */
function knownTechnology({ field }, { results }, { technologies }) {
  const first = new Map();
  results.forEach((row, i) => {
    if (!first.has(row[field])) first.set(row[field], i);
  });
  return [...first].flatMap(([id, i]) => {
    const near = technologies.includes(id) ? [] : nearest(id, technologies, 1);
    if (near.length === 0) return [];
    return fault(i, field, `${quote(id)} is not a known technology (did you mean ${alternatives(near)}?)`);
  });
}

/** Dates are compared as they are written: somewhere it is tomorrow already. */
function notInFuture({ fields }, document, { now }) {
  const lastDay = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  const told = (keys, date) =>
    date !== undefined && date.slice(0, 10) > lastDay
      ? [{ keys, what: `${quote(date)} is in the future (expected today or earlier)` }]
      : [];
  return fields.flatMap((name) => {
    if (name.startsWith("run.")) return told(name.split("."), ofRun(document, name));
    return document.results.flatMap((row, i) => told(["results", String(i), name], row[name]));
  });
}

function ofRun({ run }, name) {
  return name
    .split(".")
    .slice(1)
    .reduce((value, key) => value?.[key], run ?? undefined);
}

function fault(row, field, what) {
  return [{ keys: ["results", String(row), field], what }];
}
