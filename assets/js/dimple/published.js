// The figures of a page's dataset, read anew in the browser from the result files that they came from.

import { unpackedFigures } from "../drop/pack.js";
import { Reader } from "../drop/reader.js";
import { overRuns } from "../results/over-runs.js";
import { roundedColumns } from "../results/rounding.js";

/**
 * Reads the files of a dataset and puts what they hold in the place of the figures that the page carries.
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {string} root the address below which result files are published under their paths
 * @param {import("../results/comparison.js").Registry} registry
 * @throws {Error} naming the file that can't be read, and why
 */
export async function readPublished(dataset, root, registry) {
  const reader = new Reader(registry);
  const paths = [...new Set(dataset.own.cells.file.flat())];
  try {
    const outcomes = await Promise.all(paths.map((path) => readFile(path, root, reader)));
    dataset.show({
      ...dataset.own,
      cells: withFigures(dataset.own, new Map(paths.map((path, i) => [path, outcomes[i]]))),
    });
  } finally {
    reader.rest();
  }
}

async function readFile(path, root, reader) {
  const answer = await fetch(root + path);
  if (!answer.ok) throw new Error(`${path} can't be loaded (${answer.status})`);
  const file = new File([await answer.blob()], path.split("/").at(-1));
  const { faults, cells } = await reader.read(file, () => {});
  if (!cells) throw new Error(`${path} can't be read: ${faults[0]}`);
  return cells;
}

/**
 * The page's cells with the files' figures. Pure.
 * @param {{technologies: {id: string}[], comparison: object, cells: object}} own as contract 2 has it
 * @param {Map<string, ReturnType<import("../drop/pack.js").packCells>>} read cells by file
 * @returns {object} cells as contract 2 has them
 * @throws {Error} naming the cell that a file lacks
 */
export function withFigures({ technologies, comparison, cells }, read) {
  const dimensions = comparison.dimensions.map(({ id }) => id);
  const found = new Map([...read].map(([file, packed]) => [file, indexed(packed, dimensions)]));
  const sourceOf = (file, index) => {
    const place = dimensions.map((id) => cells[id][index]);
    const { of = null, id } = technologies[cells.technology[index]];
    const source = found.get(file).get(JSON.stringify([of ?? id, ...place]));
    if (!source) throw new Error(`${file} has no figures of ${id} at ${place.join(", ")}`);
    return source;
  };
  const sources = cells.file.map((files, index) => [files].flat().map((file) => sourceOf(file, index)));
  const fields = Object.keys(cells).filter((key) => cells[key].mean);
  const replaced = fields.map((field) => {
    const figures = sources.map((own) => overRuns(own.map((source) => source(field))));
    const parts = { mean: figures.map(({ mean }) => mean), ci95: figures.map(({ ci95 }) => ci95) };
    return [field, { ...cells[field], ...parts }];
  });
  return { ...cells, ...roundedColumns(Object.fromEntries(replaced)) };
}

/** Cells by technology and place: each a function from a field to its figure, whose parts are null where it has none. */
function indexed(packed, dimensions) {
  const columns = unpackedFigures(packed);
  const keys = Array.from(packed.technology, (number, index) =>
    JSON.stringify([
      packed.technologies[number],
      ...dimensions.map((id) => (packed.counts[id] ?? packed.words[id])[index]),
    ]),
  );
  const figure = (index) => (field) => ({
    n: packed.counts.n[index],
    mean: columns[field]?.mean[index] ?? null,
    ci95: columns[field]?.ci95[index] ?? null,
  });
  return new Map(keys.map((key, index) => [key, figure(index)]));
}
