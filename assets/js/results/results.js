// Everything that a data folder holds, as the site is built from it: one document, which schema/dataset.json describes
// (`#/definitions/document`).

import { dataPackage } from "./data-package.js";
import { readDataset } from "./dataset.js";
import { inOrder } from "./dimensions.js";
import { fieldOf } from "./field.js";
import { readFolder } from "./folder.js";
import { limitedField, limitedMetrics } from "./limited.js";
import { describedRun, makeDataset, technologiesOf } from "./make-dataset.js";
import { processFigures } from "./processes.js";
import { withRepetitions } from "./repetitions.js";
import { asOfRun, listedRuns, runsShown, technologyOf, variantOf } from "./run-list.js";
import { withoutScaled } from "./scaled.js";

/** What technologies are to scripts: their names and looks, and what keeps one out of the field. */
const TO_SCRIPTS = ["id", "name", "color", "shape", "dash", "like", "ceiling", "published"];

/**
 * @param {import("./folder.js").Folder} folder
 * @param {import("./comparison.js").Registry} registry
 * @param {object} context
 * @param {import("./read.js").Schemas} context.schemas
 * @param {{run: object, dataset: object}} context.described as `datasetTable` takes it
 * @param {function(string): string} context.sha256 of a text, in hexadecimal
 * @param {Date} [context.now]
 * @returns {object} the document; of a folder with faults only they and the doubts
 */
export function readResults(folder, registry, context) {
  const { faults, doubts, doubtsOf, merged, serverFacts } = readFolder(folder, registry, context);
  if (faults.length > 0) return { faults, doubts };
  const all = registry.comparisons.map((one) => [one.id, new ComparisonResults(one, registry, merged.get(one.id))]);
  const each = (make) => Object.fromEntries(all.map(([id, results]) => [id, make(results)]));
  const filled = all.filter(([, { runs }]) => runs.length > 0);
  return {
    faults,
    doubts,
    registry,
    datasets: each(({ dataset }) => dataset),
    page_datasets: each(({ comparison, dataset }) => pageDataset(comparison, dataset)),
    files: each((results) => results.files(doubtsOf)),
    runs: each((results) => results.listed()),
    repetitions: each((results) => results.repetitions()),
    with_runs: each((results) => results.withRuns()),
    processes: each((results) => results.processes()),
    data_packages: Object.fromEntries(filled.map(([id, results]) => [id, results.package(context)])),
    server_facts: serverFacts,
  };
}

/** What one comparison's merged files come to. */
class ComparisonResults {
  constructor(comparison, registry, merged) {
    Object.assign(this, { comparison, registry, merged });
    this.runs = listedRuns([...merged.runs.values()]);
    this.series = [...runsShown(this.runs)].map(([variant, run]) => {
      const technology = technologyOf(variant);
      return { technology, variant, runs: withRepetitions(run, this.runs) };
    });
    this.technologies = technologiesOf(
      this.series.map(({ technology }) => technology),
      registry,
    );
    this.dataset = this.datasetOf(this.series);
  }

  /**
   * @param {import("./make-dataset.js").Series[]} series whose cells it has
   * @param {object[]} [technologies] that they are of
   */
  datasetOf(series, technologies = this.technologies) {
    return makeDataset(this.comparison, this.registry, technologies, this.runs, series);
  }

  /** Where a run is shown of one of these technologies: among the runs of which series. */
  shownOf(run, technologies) {
    return this.series.filter(({ technology, runs }) => technologies.includes(technology) && runs.includes(run));
  }

  /** What is shown of several runs together. */
  repeated() {
    return this.series.filter(({ runs }) => runs.length > 1);
  }

  /** What is shown as each of several runs has it by itself; of a technology that a run doesn't repeat, or lacks, what is shown of it. */
  repetitions(series = this.series, technologies = this.technologies) {
    const together = new Set(this.repeated().flatMap(({ runs }) => runs));
    const alone = this.runs.filter((run) => together.has(run));
    return alone.map((run) => {
      const ofRun = (one) => ({ ...one, runs: one.runs.includes(run) ? [run] : one.runs });
      return { run: run.name, dataset: this.datasetOf(series.map(ofRun), technologies) };
    });
  }

  /**
   * What sentences may set beside what is shown: it, and each run by itself, its technologies as ones of their own; the same of its
   * repetitions. Null where there is but one run.
   */
  withRuns() {
    if (this.runs.length < 2) return null;
    const alone = this.runs.flatMap((run) =>
      this.technologies
        .filter(({ id }) => run.technologies.includes(id))
        .map((technology) => ({ look: asOfRun(technology, run), run })),
    );
    const technologies = [...this.technologies, ...alone.map(({ look }) => look)];
    const beside = alone.map(({ look, run }) => ({ id: look.id, technology: look.of, runs: [run] }));
    const series = [...this.series, ...beside];
    return { dataset: this.datasetOf(series, technologies), repetitions: this.repetitions(series, technologies) };
  }

  /** Every run by itself, and what is shown of several together. */
  everything() {
    const single = this.runs.flatMap((run) => run.technologies.map((technology) => ({ technology, runs: [run] })));
    return this.datasetOf([...this.repeated(), ...single]);
  }

  /** For the list of files. */
  files(doubtsOf) {
    const listed = new Map(this.runs.map((one) => [one.run, one]));
    const sources = [...this.merged.sources].sort((a, b) => (a.path < b.path ? -1 : 1));
    return sources.map(({ path, rowCount, technologies, run, servers, notes }) => ({
      ...this.placeOf(listed.get(run), technologies),
      path,
      comparison: this.comparison.id,
      rows: rowCount,
      technologies,
      servers,
      notes,
      machine: run.statement?.machine ?? null,
      started_at: run.statement?.started_at ?? null,
      doubts: doubtsOf.get(path) ?? [],
    }));
  }

  /** Whether a page shows a run's cells of these technologies, and whether only together with newer ones. */
  placeOf(run, technologies) {
    const places = this.shownOf(run, technologies);
    const shown = places.length > 0;
    return { run: run.id, shown, repeats: shown && places.every(({ runs: [newest] }) => newest !== run) };
  }

  /** The runs to choose from, newest first. */
  listed() {
    const names = (ids) => this.technologies.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    return this.runs.map((one) => ({
      comparison: this.comparison.id,
      ...describedRun(one),
      technologies: names(one.technologies),
    }));
  }

  /** What the servers' processes took, of the cells shown that tell. */
  processes() {
    const { dimensions: declared } = this.comparison;
    const order = this.technologies.map(({ id }) => id);
    const shown = new Map(this.series.map(({ variant, runs }) => [variant, runs]));
    const runsOf = ({ technology, dimensions }) => shown.get(variantOf(technology, dimensions));
    const cells = this.runs.flatMap((one) =>
      [...one.run.cells].filter(([, cell]) => cell.processes.size > 0 && runsOf(cell)?.[0] === one),
    );
    cells.sort(
      ([, a], [, b]) =>
        order.indexOf(a.technology) - order.indexOf(b.technology) || inOrder(declared, a.dimensions, b.dimensions),
    );
    return cells.map(([key, cell]) => ({
      technology: cell.technology,
      ...Object.fromEntries(declared.map(({ id }, i) => [id, cell.dimensions[i]])),
      ...processFigures(runsOf(cell).map(({ run }) => [...run.cells.get(key).processes.values()])),
    }));
  }

  package({ schemas, described, sha256 }) {
    return dataPackage(this.everything(), schemas.definitions[this.comparison.row], described, sha256);
  }
}

/**
 * A dataset as pages carry it for their scripts: without what no script reads, and what scripts can work out. `field`, where all technologies
 * stand, is for pages that don't carry every technology's cells.
 */
function pageDataset(comparison, dataset) {
  const { metrics, runs, technologies, opening_cell, cells, ...rest } = withoutScaled(dataset);
  return {
    ...rest,
    cells: withHighestOf(limitedFields(comparison, readDataset(dataset)), cells),
    metrics: metrics.map(({ note, ...metric }) => metric),
    runs: runs.map(({ files, command, noise_floor, ...run }) => ({ ...run, noise_floor: withoutMethod(noise_floor) })),
    field: fieldOf(readDataset(dataset)),
    technologies: technologies.map((one) =>
      Object.fromEntries(TO_SCRIPTS.filter((key) => key in one).map((key) => [key, one[key]])),
    ),
  };
}

/** The fields that a load is held against: in the scoreboard, and by a reader. */
function limitedFields({ scoreboard = [] }, dataset) {
  const limited = scoreboard.filter(({ limit }) => limit);
  const declared = limited.map(({ metric, statistic }) => dataset.statistic(metric, statistic).field);
  return new Set([...declared, ...limitedMetrics(dataset).map(limitedField)]);
}

/** Cells whose columns say only of these fields which of their runs' means is the highest. */
function withHighestOf(fields, cells) {
  const entries = Object.entries(cells).map(([name, column]) => {
    const { highest, ...others } = column;
    return [name, highest && !fields.has(name) ? others : column];
  });
  return Object.fromEntries(entries);
}

function withoutMethod(noiseFloor) {
  if (!noiseFloor) return null;
  const { method, ...figures } = noiseFloor;
  return figures;
}
