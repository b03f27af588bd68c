// schema/rules.json for rows as numbers: whether a rule plainly has nothing to say about a file. rules.js judges and words
// what is not plain, so these may be too strict, never too lax. A check that is not known here makes no file plain.

const CHECKS = {
  ascending,
  at_most: atMost,
  all_below: allBelow,
  all_above: allAbove,
  // Iterations are numbered on, technologies are judged by their first row and dates as they are
  // read: plain-tsv.js and column-tally.js see to it for every file.
  without_gap: () => [],
  known_technology: () => [],
  not_in_future: () => [],
};

/**
 * @typedef {object} PlainCheck
 * @property {function(number[]): boolean} row whether the rule plainly accepts a row's values, absent ones NaN
 * @property {function(): boolean} file whether it plainly accepts the file, after all of its rows
 */

/**
 * @param {object[]} rules as in schema/rules.json
 * @param {string[]} header fields of a TSV
 * @returns {?PlainCheck[]} null where a rule can't be judged this way
 */
export function plainChecks(rules, header) {
  if (!rules.every(({ check }) => Object.hasOwn(CHECKS, check))) return null;
  return rules.flatMap((rule) => CHECKS[rule.check](rule, header));
}

function slotsOf(fields, header) {
  return fields.map((field) => header.indexOf(field)).filter((slot) => slot >= 0);
}

function ascending({ fields }, header) {
  const slots = slotsOf(fields, header);
  const row = (values) => {
    let before = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < slots.length; i++) {
      const value = values[slots[i]];
      if (value < before) return false;
      if (value >= before) before = value;
    }
    return true;
  };
  return slots.length < 2 ? [] : [{ row, file: () => true }];
}

/** A TSV has no run: a limit that the run states holds for none of its rows. */
function atMost({ field, factor, of }, header) {
  if (!header.includes(field) || !of.every((part) => header.includes(part))) return [];
  const slot = header.indexOf(field);
  const parts = slotsOf(of, header);
  const row = (values) => {
    let sum = 0;
    for (let i = 0; i < parts.length; i++) sum += values[parts[i]];
    return !(values[slot] > factor * sum);
  };
  return [{ row, file: () => true }];
}

function allBelow({ fields, bound }, header) {
  const slots = slotsOf(fields, header);
  let largest = 0;
  const row = (values) => {
    for (let i = 0; i < slots.length; i++) if (values[slots[i]] > largest) largest = values[slots[i]];
    return true;
  };
  return slots.length === 0 ? [] : [{ row, file: () => largest === 0 || largest >= bound }];
}

function allAbove({ fields, bound }, header) {
  const slots = slotsOf(fields, header);
  let smallest = Number.POSITIVE_INFINITY;
  const row = (values) => {
    for (let i = 0; i < slots.length; i++) if (values[slots[i]] < smallest) smallest = values[slots[i]];
    return true;
  };
  return slots.length === 0 ? [] : [{ row, file: () => smallest <= bound || smallest === Number.POSITIVE_INFINITY }];
}
