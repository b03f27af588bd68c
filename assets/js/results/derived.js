// Figures that result files do not hold, made of what they hold by a formula of data/metrics.yml: a factor times a product, over a
// product, each part a field or the sum of several. The build does the same (result_file.rb).

/**
 * @param {{factor?: number, times: (string|string[])[], per: (string|string[])[]}} formula
 * @param {function(string): (string|number)} [slotOf] where a row has a field; by its name if not given
 * @returns {function(object): number} from a row to the figure; NaN where the row lacks a part, or a divisor is 0
 */
export function evaluator({ factor = 1, times, per }, slotOf = (field) => field) {
  const slots = (parts) => parts.map((part) => [part].flat().map(slotOf));
  const [above, below] = [slots(times), slots(per)];
  return (row) => {
    const divisor = product(below, row);
    return divisor === 0 ? Number.NaN : (factor * product(above, row)) / divisor;
  };
}

function product(parts, row) {
  let result = 1;
  for (const fields of parts) {
    let sum = 0;
    for (const field of fields) sum += row[field];
    result *= sum;
  }
  return result;
}

/**
 * @param {object[]} rows
 * @param {Map<string, object>} formulas by field
 * @returns {object[]} the rows with the fields that can be made of what they hold
 */
export function withDerived(rows, formulas) {
  const evaluators = [...formulas].map(([field, formula]) => [field, evaluator(formula)]);
  return rows.map((row) => {
    const made = evaluators.map(([field, evaluate]) => [field, evaluate(row)]);
    return { ...row, ...Object.fromEntries(made.filter(([, value]) => !Number.isNaN(value))) };
  });
}

/** Every field that a formula is made of. */
export function partsOf({ times, per }) {
  return [...times, ...per].flat();
}
