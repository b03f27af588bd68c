// Merges the result files of one comparison into runs and cells, and keeps of each row only what a summary needs. Finds what files
// say against each other: an iteration that one run has twice, iterations of a cell under different load.

import { derivedColumn } from "./derived.js";
import { FAILURE_COUNTS } from "./failure.js";
import { rowPlace } from "./faults.js";
import { Iterations } from "./iterations.js";
import { cellInWords } from "./result-file.js";

/** Counts of a row that a cell adds up, as columns of contract 2. */
export const SUMS = ["expected_deliveries", "lost_deliveries", "duplicated_deliveries", "out_of_order_deliveries"];
/** All that it adds up. */
const COUNTS = [...SUMS, ...FAILURE_COUNTS];

/**
 * A run: what its files state, and its cells.
 * @typedef {object} Run
 * @property {?object} statement `run` of its first file, as in schema/result.json; null of bare rows
 * @property {Map<string, ?object>} statements the same of each technology's first file
 * @property {string[]} files their paths
 * @property {string[]} commands of its files, each once
 * @property {Map<string, Cell>} cells
 *
 * @typedef {object} Cell what one run says of one technology under one load
 * @property {string} technology
 * @property {(number|string)[]} dimensions
 * @property {string} file path of the first file that has it; see repeated-cell.js for cells of several runs
 * @property {Object<string, number>} load fields that axes are made of, besides the dimensions
 * @property {Iterations} iterations
 * @property {Object<string, number>} outcomes of iterations that were not `complete`, by outcome how many had it
 * @property {number} saturated iterations in which the client may have been the limit
 * @property {Object<string, ?number>} sums of COUNTS; null where no iteration has the field
 * @property {Object<string, number[]>} figures by field, of the iterations that have it
 * @property {Map<string, object>} processes as in schema/result.json
 */

export class MergedFiles {
  /**
   * @param {{dimensions: {id: string}[], axes: {product: string[]}[]}} comparison
   * @param {Map<string, ?object>} fields whose values are kept; each with what it is made of where files don't hold it
   */
  constructor(comparison, fields) {
    this.dimensions = comparison.dimensions.map(({ id }) => id);
    const factors = new Set(comparison.axes.flatMap(({ product }) => product));
    this.load = [...factors].filter((field) => !this.dimensions.includes(field));
    this.fields = fields;
    this.runs = new Map();
    this.sources = [];
  }

  /**
   * @param {import("./result-file.js").ResultFile} file of the comparison
   * @returns {import("./faults.js").Fault[]}
   */
  add(file) {
    const run = this.runOf(file);
    const { of, cells: groups } = file.cells(this.dimensions);
    for (const { technology } of groups) {
      if (!run.statements.has(technology)) run.statements.set(technology, file.run);
    }
    const cells = groups.map((group) => this.cellOf(run, group, file));
    this.sources.push(sourceOf(file, run, groups));
    this.count(file, of, cells);
    return [...this.rowFaults(file, of, cells), ...this.processFaults(file, run)];
  }

  /** Files of one start, machine, source and client are one run; bare rows of all files are one, too. */
  runOf({ path, run: statement }) {
    const { started_at, machine, source, client } = statement ?? {};
    const key = statement ? JSON.stringify([started_at, machine, source, client.version]) : "";
    if (!this.runs.has(key)) {
      this.runs.set(key, { statement, statements: new Map(), files: [], commands: [], cells: new Map() });
    }
    const run = this.runs.get(key);
    run.files.push(path);
    if (statement && !run.commands.includes(statement.command)) run.commands.push(statement.command);
    return run;
  }

  cellOf(run, { technology, dimensions, first }, { path, columns }) {
    const key = cellKey(technology, dimensions);
    if (!run.cells.has(key)) {
      run.cells.set(key, {
        technology,
        dimensions,
        file: path,
        load: Object.fromEntries(this.load.map((field) => [field, columns.numbers(field)[first]])),
        iterations: new Iterations(),
        outcomes: {},
        saturated: 0,
        sums: Object.fromEntries(COUNTS.map((field) => [field, null])),
        figures: Object.fromEntries([...this.fields.keys()].map((field) => [field, []])),
        processes: new Map(),
      });
    }
    return run.cells.get(key);
  }

  count({ columns }, of, cells) {
    const outcomes = columns.words("outcome");
    const saturated = columns.numbers("client_saturated");
    for (const field of COUNTS) {
      columns.numbers(field)?.forEach((value, row) => {
        const { sums } = cells[of[row]];
        if (!Number.isNaN(value)) sums[field] = (sums[field] ?? 0) + value;
      });
    }
    for (const [field, formula] of this.fields) {
      const values = formula ? derivedColumn(columns, formula) : columns.numbers(field);
      values?.forEach((value, row) => {
        if (!Number.isNaN(value)) cells[of[row]].figures[field].push(value);
      });
    }
    outcomes?.codes.forEach((code, row) => {
      const outcome = outcomes.words[code];
      const { outcomes: counted } = cells[of[row]];
      if (code > 0 && outcome !== "complete") counted[outcome] = (counted[outcome] ?? 0) + 1;
    });
    saturated?.forEach((value, row) => {
      if (value === 1) cells[of[row]].saturated++;
    });
  }

  rowFaults({ path, columns, rowCount }, of, cells) {
    const numbers = columns.numbers("iteration");
    const loads = this.load.map((field) => ({ field, values: columns.numbers(field) }));
    const faults = [];
    for (let row = 0; row < rowCount; row++) {
      const cell = cells[of[row]];
      for (const { field, values } of loads) {
        if (values[row] !== cell.load[field]) faults.push(otherLoad(cell, row, field, values[row]));
      }
      const earlier = cell.iterations.add(numbers[row], path, row);
      if (earlier) faults.push(this.twice(cell, row, numbers[row], earlier));
    }
    return faults;
  }

  twice(cell, row, iteration, earlier) {
    const name = cellInWords(cell.technology, this.dimensions, cell.dimensions);
    const what = `${iteration} of ${name} is already in ${rowPlace(earlier.path, earlier.row)} (expected each iteration of a cell once in a run)`;
    return { keys: ["results", row, "iteration"], what };
  }

  /** A process belongs to an iteration that has a row, and is there once. */
  processFaults({ processes }, run) {
    return processes.flatMap((entry, i) => {
      const { technology, iteration, process } = entry;
      const dimensions = this.dimensions.map((id) => entry[id]);
      const cell = run.cells.get(cellKey(technology, dimensions));
      const name = `iteration ${iteration} of ${cellInWords(technology, this.dimensions, dimensions)}`;
      const key = `${iteration} ${process}`;
      if (!cell?.iterations.find(iteration)) {
        const what = `is of ${name}, which has no row (expected an iteration of results)`;
        return [{ keys: ["processes", i], what }];
      }
      if (cell.processes.has(key)) {
        const what = `${process} of ${name} is there twice (expected each process once)`;
        return [{ keys: ["processes", i, "process"], what }];
      }
      cell.processes.set(key, entry);
      return [];
    });
  }
}

function cellKey(technology, dimensions) {
  return [technology, ...dimensions].join("\t");
}

/** What the list of files says of one. */
function sourceOf({ path, rowCount, run: statement }, run, groups) {
  const technologies = [...new Set(groups.map(({ technology }) => technology))];
  return { path, rowCount, technologies, run, servers: statement?.servers ?? [], notes: statement?.notes ?? [] };
}

/** An axis gives a cell one place, so what it is made of can't differ between iterations. */
function otherLoad(cell, row, field, value) {
  const { path, row: first } = cell.iterations.first;
  const what = `${value} differs from the ${cell.load[field]} of the same cell in ${rowPlace(path, first)} (expected one value in all iterations of a cell)`;
  return { keys: ["results", row, field], what };
}
