// Holds rows that the schema accepts to schema/rules.json: what can't be, or hardly. A check is the function that CHECKS has
// under the name that the rule gives; _plugins/realtime_bench/rules.rb has the same ones, in the same words.

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

/** `technology node-ws, rooms 1, users 10` */
export function inWords(row, dimensions) {
  return ["technology", ...dimensions].map((id) => `${id} ${row[id]}`).join(", ");
}

/** Each of the fields is no less than the one before it that the row has, by more than rounding explains. */
function ascending({ fields, slack_percent: slack = 0 }, { results }) {
  const faults = [];
  results.forEach((row, i) => {
    let lower;
    for (const upper of fields) {
      if (row[upper] === undefined) continue;
      if (lower !== undefined && row[lower] * 100 > row[upper] * (100 + slack)) {
        faults.push(fault(i, upper, `${row[upper]} is below the ${lower} of ${row[lower]} (expected no less)`));
      }
      lower = upper;
    }
  });
  return faults;
}

/** The field is no more than so many times the sum of the others, where all are given. */
function atMost(rule, document) {
  const { field, factor, of, slack_percent: slack = 0, hint } = rule;
  const others = of.map((name) => (name.startsWith("run.") ? ofRun(document, name) : name));
  if (others.includes(undefined)) return [];
  const most = factor * (100 + slack);
  const expected = ["expected no more", ...(hint ? [hint] : [])].join("; ");
  return document.results.flatMap((row, i) => {
    const parts = others.map((other) => (typeof other === "string" ? row[other] : other));
    if (row[field] === undefined || parts.includes(undefined)) return [];
    if (row[field] * 100 <= parts.reduce((sum, part) => sum + part) * most) return [];
    return [fault(i, field, `${row[field]} is above ${product(rule)} (${expected})`)];
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
  return [fault(largest.row, largest.field, `${largest.value} is the largest ${figure} of the file (${hint})`)];
}

/** Even the file's smallest figure is over the bound. */
function allAbove({ fields, figure, bound, hint }, { results }) {
  const smallest = extreme(fields, results, (value, best) => value < best);
  if (!smallest || smallest.value <= bound) return [];
  return [fault(smallest.row, smallest.field, `${smallest.value} is the smallest ${figure} of the file (${hint})`)];
}

/** The largest or smallest figure of all these fields: its field, row and value. */
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
    const ordered = [...rows].sort((one, other) => results[one][field] - results[other][field]);
    return ordered.slice(1).flatMap((i, at) => {
      const [before, after] = [results[ordered[at]][field], results[i][field]];
      if (after - before <= 1) return [];
      return [fault(i, field, `${after} of ${cell} follows ${before} (expected numbers without a gap)`)];
    });
  });
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
    return [fault(i, field, `${quote(id)} is not a known technology (did you mean ${alternatives(near)}?)`)];
  });
}

/** Dates are compared as they are written, to the day: somewhere it is tomorrow already. */
function notInFuture({ fields }, document, { now }) {
  const lastDay = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  return fields.flatMap((name) => {
    const inRun = name.startsWith("run.");
    const dates = inRun ? [ofRun(document, name)] : document.results.map((row) => row[name]);
    return dates.flatMap((date, i) => {
      if (date === undefined || date.slice(0, 10) <= lastDay) return [];
      const what = `${quote(date)} is in the future (expected today or earlier)`;
      return [inRun ? { keys: name.split("."), what } : fault(i, name, what)];
    });
  });
}

/** The run's value of the name `run.machine.cpu_count`. */
function ofRun({ run }, name) {
  return name
    .split(".")
    .slice(1)
    .reduce((value, key) => value?.[key], run ?? undefined);
}

function fault(row, field, what) {
  return { keys: ["results", String(row), field], what };
}
