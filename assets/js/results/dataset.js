// Reads a dataset (contract 2) as the charts and tables ask for it: cells by technology and
// dimensions, figures by metric and statistic. It holds no figure of its own and changes none.

import { inOrder } from "./dimensions.js";
import { labelledComparison, labelledMetric, retold } from "./labels.js";
import { runsOf } from "./runs-of-cell.js";

/**
 * @param {object} data a dataset as docs/contracts.md describes it
 * @returns {Dataset}
 */
export function readDataset(data) {
  return new Dataset(data);
}

export class Dataset {
  constructor(data) {
    this.comparison = labelledComparison(data.comparison);
    this.shown = data.shown;
    this.palette = data.palette;
    this.metrics = new Map(data.metrics.map((metric) => [metric.id, labelledMetric(metric)]));
    this.beside = (own) => own;
    this.show(data);
  }

  /** Takes other technologies, runs and cells of the page's own. */
  show(data) {
    this.own = data;
    this.hold(this.beside(data));
  }

  /**
   * Lets others stand beside the page's own from now on, whatever the page's own become.
   * @param {(own: object) => {technologies: object[], runs: object[], cells: object}} beside
   */
  join(beside) {
    this.beside = beside;
    this.show(this.own);
  }

  /** Takes other technologies, runs and cells. */
  hold({ technologies, runs, cells }) {
    this.technologies = technologies;
    this.runs = runs;
    this.cells = cells;
    this.size = cells.technology.length;
    this.indexes = null;
  }

  /** Ids of the dimensions, in the comparison's order. */
  get dimensions() {
    return this.comparison.dimensions.map((dimension) => dimension.id);
  }

  /** The words of an axis: of the comparison's list, or of a metric. */
  axis(id) {
    return this.comparison.axes.find((axis) => axis.id === id);
  }

  /** Every combination of dimensions that any technology has, as `{rooms: 1, users: 10}`, in dataset order. */
  combinations() {
    const seen = new Map();
    for (let index = 0; index < this.size; index++) {
      const place = this.place(index);
      seen.set(JSON.stringify(place), place);
    }
    const { dimensions } = this.comparison;
    return [...seen.values()].sort((a, b) => inOrder(dimensions, Object.values(a), Object.values(b)));
  }

  /** The dimensions of one cell, as `{rooms: 1, users: 10}`. */
  place(index) {
    return Object.fromEntries(this.dimensions.map((id) => [id, this.cells[id][index]]));
  }

  /** Indexes of a technology's cells at the given dimensions; several where a dimension is left open. */
  cellsOf(technologyId, fixed) {
    this.indexes ??= this.indexesByTechnology();
    const wanted = Object.entries(fixed);
    return (this.indexes.get(technologyId) ?? []).filter((index) =>
      wanted.every(([id, value]) => this.cells[id][index] === value),
    );
  }

  indexesByTechnology() {
    const indexes = new Map(this.technologies.map(({ id }) => [id, []]));
    for (let index = 0; index < this.size; index++) indexes.get(this.technologyOf(index).id).push(index);
    return indexes;
  }

  technologyOf(index) {
    return this.technologies[this.cells.technology[index]];
  }

  /**
   * The statistic that a metric shows when `wanted` is asked for: that one, or the metric's first.
   * @returns {{id: string, field: string}} the statistic and the field that holds it
   */
  statistic(metricId, wanted) {
    const { statistics } = this.metrics.get(metricId);
    const id = wanted in statistics ? wanted : Object.keys(statistics)[0];
    return { id, field: statistics[id] };
  }

  /** The runs that a cell is of, newest first: one, or several together. */
  runsOf(index) {
    return runsOf(this.cells.run[index]).map((run) => this.runs[run]);
  }

  /** The files that have a cell, that of the newest run first. */
  filesOf(index) {
    return [this.cells.file[index]].flat();
  }

  /** The highest mean of any of the cell's runs; null where it has none. */
  highest(index, field) {
    const { mean, highest } = this.cells[field] ?? {};
    return highest?.[index] ?? mean?.[index] ?? null;
  }

  /** A cell's figure: `{mean, ci95}`, each null where the cell has none. */
  figure(index, field) {
    const column = this.cells[field];
    return column ? { mean: column.mean[index], ci95: column.ci95[index] } : { mean: null, ci95: null };
  }

  /** The figure that a cell's run measured of its client and machine alone, of several the highest; undefined where none has. */
  noiseFloor(index, field) {
    const floors = this.runsOf(index).flatMap((run) => run?.noise_floor?.[field] ?? []);
    return floors.length > 0 ? Math.max(...floors) : undefined;
  }

  /** Why the load of a cell failed, in words; null where it did not, or nobody counted why. */
  failure(index) {
    return retold(this.cells.failure?.[index] ?? null);
  }

  /** What a reader has to know about a cell before trusting its figures. */
  caveats(index) {
    const { cells } = this;
    return {
      iterations: cells.n[index],
      saturated: cells.saturated_iterations[index],
      unfinished: cells.unfinished_iterations[index],
      failure: this.failure(index),
      errors: retold(cells.errors?.[index] ?? null),
      lost: cells.lost_deliveries[index] ?? 0,
      duplicated: cells.duplicated_deliveries[index] ?? 0,
      outOfOrder: cells.out_of_order_deliveries[index] ?? 0,
      expected: cells.expected_deliveries[index],
    };
  }
}
