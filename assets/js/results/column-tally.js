// Keeps the figures of many rows as columns of numbers and makes contract 2's cells of them: the arithmetic of
// summarise.js, in the same order, without an object a row.

import { evaluator, partsOf } from "./derived.js";
import { studentT } from "./student-t.js";
import { SUMS } from "./summarise.js";

const FIRST_CAPACITY = 1 << 14;

export class ColumnTally {
  /**
   * @param {object} comparison its dimensions and axes, as in data/comparisons.yml
   * @param {string[]} header the rows' fields
   * @param {string[]} fields that hold the metrics' statistics
   * @param {Map<string, object>} [formulas] of those that no file holds, by field
   */
  constructor(comparison, header, fields, formulas = new Map()) {
    const slot = (field) => header.indexOf(field);
    this.dimensions = comparison.dimensions.map(({ id }) => id);
    this.keySlots = ["technology", ...this.dimensions].map(slot);
    const factors = new Set(comparison.axes.flatMap(({ product }) => product));
    this.load = [...factors]
      .filter((field) => !this.dimensions.includes(field))
      .map((field) => ({ field, slot: slot(field) }));
    this.axes = comparison.axes.filter(({ id }) => !this.dimensions.includes(id));
    this.iterationSlot = slot("iteration");
    this.outcomeSlot = slot("outcome");
    this.saturatedSlot = slot("client_saturated");
    this.sums = SUMS.map((field) => ({ field, slot: slot(field) }));
    this.kept = fields.filter((field) => header.includes(field)).map((field) => ({ field, slot: slot(field) }));
    this.derived = fields
      .filter((field) => formulas.has(field) && partsOf(formulas.get(field)).every((part) => header.includes(part)))
      .map((field) => ({ field, evaluate: evaluator(formulas.get(field), slot) }));
    this.columns = [...this.kept, ...this.derived].map(() => new Float64Array(FIRST_CAPACITY));
    this.cellOf = new Uint32Array(FIRST_CAPACITY);
    this.iterations = new Float64Array(FIRST_CAPACITY);
    this.count = 0;
    this.cells = [];
    this.index = new Map();
    this.lastCell = null;
  }

  /**
   * @param {number[]} values of a row, in the header's order; NaN for an absent one
   * @param {string[]} tokens of the same
   * @returns {boolean} false where the load differs from that of an earlier row of its cell
   */
  take(values, tokens) {
    const cell = this.cell(values, tokens);
    const iteration = values[this.iterationSlot];
    for (let i = 0; i < this.load.length; i++) if (cell.load[i] !== values[this.load[i].slot]) return false;
    cell.n++;
    cell.lowest = Math.min(cell.lowest, iteration);
    cell.highest = Math.max(cell.highest, iteration);
    if (this.outcomeSlot >= 0 && tokens[this.outcomeSlot] !== "complete" && tokens[this.outcomeSlot] !== "")
      cell.unfinished++;
    if (values[this.saturatedSlot] === 1) cell.saturated++;
    for (let i = 0; i < this.sums.length; i++) {
      const value = values[this.sums[i].slot];
      if (value >= 0) cell.sums[i] = (cell.sums[i] ?? 0) + value;
    }
    if (this.count === this.cellOf.length) this.grow();
    this.cellOf[this.count] = cell.number;
    this.iterations[this.count] = iteration;
    for (let i = 0; i < this.kept.length; i++) this.columns[i][this.count] = values[this.kept[i].slot];
    for (let i = 0; i < this.derived.length; i++) {
      this.columns[this.kept.length + i][this.count] = this.derived[i].evaluate(values);
    }
    this.count++;
    return true;
  }

  cell(values, tokens) {
    const { keySlots, lastCell } = this;
    let same = lastCell !== null;
    for (let i = 0; same && i < keySlots.length; i++) same = values[keySlots[i]] === lastCell.key[i];
    if (same) return lastCell;
    const key = keySlots.map((slot) => values[slot]);
    const name = key.join(" ");
    let cell = this.index.get(name);
    if (cell === undefined) {
      cell = {
        number: this.cells.length,
        key,
        technology: tokens[keySlots[0]],
        load: this.load.map(({ slot }) => values[slot]),
        lowest: Number.POSITIVE_INFINITY,
        highest: 0,
        n: 0,
        unfinished: 0,
        saturated: 0,
        sums: this.sums.map(() => null),
      };
      this.index.set(name, cell);
      this.cells.push(cell);
    }
    this.lastCell = cell;
    return cell;
  }

  grow() {
    const larger = (array) => {
      const copy = new array.constructor(array.length * 2);
      copy.set(array);
      return copy;
    };
    this.cellOf = larger(this.cellOf);
    this.iterations = larger(this.iterations);
    this.columns = this.columns.map(larger);
  }

  /** Whether the iterations of each cell are numbered on, in whatever order: none twice, none left out. */
  iterationsFollow() {
    if (!this.cells.every(({ n, lowest, highest }) => highest - lowest + 1 === n)) return false;
    const starts = new Float64Array(this.cells.length);
    for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1] + this.cells[i - 1].n;
    const seen = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const cell = this.cellOf[i];
      const place = starts[cell] + this.iterations[i] - this.cells[cell].lowest;
      if (seen[place] === 1) return false;
      seen[place] = 1;
    }
    return true;
  }

  /** The cells as `summarise` gives them, in the same order. */
  summarise() {
    const figures = this.columns.map((column) => this.meansWithIntervals(column));
    const cells = this.cells.map((cell) => {
      const [, ...dimensions] = cell.key;
      const named = Object.fromEntries([
        ...this.dimensions.map((id, i) => [id, dimensions[i]]),
        ...this.load.map(({ field }, i) => [field, cell.load[i]]),
      ]);
      return {
        technology: cell.technology,
        ...Object.fromEntries(this.dimensions.map((id) => [id, named[id]])),
        ...Object.fromEntries(
          this.axes.map(({ id, product }) => [id, product.reduce((value, field) => value * named[field], 1)]),
        ),
        n: cell.n,
        unfinished_iterations: cell.unfinished,
        saturated_iterations: cell.saturated,
        ...Object.fromEntries(this.sums.map(({ field }, i) => [field, cell.sums[i]])),
        ...Object.fromEntries([...this.kept, ...this.derived].map(({ field }, i) => [field, figures[i][cell.number]])),
      };
    });
    const technologies = [...new Set(cells.map(({ technology }) => technology))].sort();
    const rank = ({ technology }) => technologies.indexOf(technology);
    return cells.sort((a, b) => rank(a) - rank(b) || this.dimensions.reduce((order, id) => order || a[id] - b[id], 0));
  }

  /** Of one field, each cell's mean and 95 % half-width: two passes, as `meanWithInterval` does. */
  meansWithIntervals(column) {
    const { count, cellOf } = this;
    const [n, sums, squares] = [0, 1, 2].map(() => new Float64Array(this.cells.length));
    for (let i = 0; i < count; i++) {
      if (Number.isNaN(column[i])) continue;
      n[cellOf[i]]++;
      sums[cellOf[i]] += column[i];
    }
    const means = sums.map((sum, cell) => sum / n[cell]);
    for (let i = 0; i < count; i++) {
      if (!Number.isNaN(column[i])) squares[cellOf[i]] += (column[i] - means[cellOf[i]]) ** 2;
    }
    return Array.from(n, (size, cell) => {
      if (size === 0) return { mean: null, ci95: null };
      if (size === 1) return { mean: means[cell], ci95: null };
      const deviation = Math.sqrt(squares[cell] / (size - 1));
      return { mean: means[cell], ci95: (studentT(size - 1) * deviation) / Math.sqrt(size) };
    });
  }
}
