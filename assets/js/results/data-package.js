// All runs of one comparison, made to be taken elsewhere: the merged dataset as JSON and as CSV, and the Frictionless data package
// that describes both. https://datapackage.org/standard/data-package/

import { datasetTable } from "./dataset-table.js";

const PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json";
const DESCRIPTION =
  "Per cell the mean over its iterations and the 95 % confidence interval, of every run, and of runs that repeat each other also " +
  "together. The iterations themselves are in the result files.";

/**
 * @param {object} dataset contract 2, of all runs
 * @param {{properties: object}} definition of the comparison's rows
 * @param {object} described as `datasetTable` takes it
 * @param {function(string): string} sha256 of a text, in hexadecimal
 * @returns {Object<string, string>} the files' contents by name
 */
export function dataPackage(dataset, definition, described, sha256) {
  const json = `${JSON.stringify(dataset)}\n`;
  const { csv, schema } = datasetTable(dataset, definition, described);
  const resource = (name, path, content) => ({
    name,
    path,
    format: path.split(".").at(-1),
    mediatype: path.endsWith(".csv") ? "text/csv" : "application/json",
    encoding: "utf-8",
    bytes: new TextEncoder().encode(content).length,
    hash: `sha256:${sha256(content)}`,
  });
  const { id, title } = dataset.comparison;
  const descriptor = {
    $schema: PROFILE,
    name: id,
    title,
    description: DESCRIPTION,
    sources: dataset.runs
      .flatMap(({ files }) => files)
      .sort()
      .map((path) => ({ title: path })),
    resources: [
      { ...resource("cells", "dataset.csv", csv), type: "table", schema },
      { ...resource("dataset", "dataset.json", json), type: "json", jsonSchema: "../../schema/dataset.json" },
    ],
  };
  return { "dataset.json": json, "dataset.csv": csv, "datapackage.json": `${JSON.stringify(descriptor, null, 2)}\n` };
}
