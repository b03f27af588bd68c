// A dataset as a table with a line a cell, and its Frictionless table schema. What a field means, and its unit, it takes from
// schema/result.json, schema/dataset.json and data/metrics.yml.

import Papa from "papaparse";
import { statisticName } from "../words.js";
import { runsOf } from "./runs-of-cell.js";

/** What a line says of the cell's run, of several together the newest, as paths in the run of a result file. */
const RUN_FIELDS = [
  ["started_at"],
  ["client", "name"],
  ["client", "version"],
  ["machine", "cpu_model"],
  ["machine", "cpu_count"],
  ["machine", "memory_mib"],
  ["machine", "kernel"],
];
/** Ids of several runs as `listed` writes them. */
const RUNS = "^[a-z0-9-]+(; [a-z0-9-]+)*$";
const KEYWORDS = ["minimum", "pattern", "enum"];
const NO_INTERVAL = "Half-width of the 95 % confidence interval of the mean; none for fewer than two values.";

/**
 * @param {object} dataset contract 2
 * @param {{properties: object}} definition of the comparison's rows, references resolved
 * @param {{run: object, dataset: object}} described `run`: that definition of schema/result.json; `dataset`: schema/dataset.json
 * @returns {{csv: string, schema: object}} a header and a line a cell; the Frictionless table schema
 */
export function datasetTable(dataset, { properties }, described) {
  const columns = [
    ...placeColumns(dataset, properties),
    ...runColumns(dataset, described),
    ...countColumns(dataset, described),
    ...wordColumns(dataset, described),
    ...metricColumns(dataset, properties),
  ];
  const lines = dataset.cells.technology.map((_, cell) => columns.map(({ values }) => values[cell]));
  const primaryKey = ["technology", ...dataset.comparison.dimensions.map(({ id }) => id), "run"];
  return {
    csv: `${Papa.unparse([columns.map(({ field }) => field.name), ...lines], { newline: "\n" })}\n`,
    schema: { fields: columns.map(({ field }) => field), missingValues: [""], primaryKey },
  };
}

function placeColumns({ comparison: { dimensions, axes }, technologies, cells }, properties) {
  const ids = dimensions.map(({ id }) => id);
  const products = axes.filter(({ id }) => !ids.includes(id));
  return [
    {
      field: fieldOf("technology", properties.technology, { required: true }),
      values: cells.technology.map((index) => technologies[index].id),
    },
    ...ids.map((id) => ({ field: fieldOf(id, properties[id], { required: true }), values: cells[id] })),
    ...products.map(({ id, label, product }) => ({
      field: { name: id, title: label, type: "integer", description: product.join(" × ") },
      values: cells[id],
    })),
  ];
}

function runColumns({ runs, cells }, { run, dataset }) {
  const { runs: described, cells: columns } = dataset.properties;
  const ofCells = cells.run.map((own) => runsOf(own).map((index) => runs[index]));
  const { description } = columns.properties.file;
  return [
    {
      field: fieldOf("run", { ...described.items.properties.id, pattern: RUNS }, { required: true }),
      values: ofCells.map((own) => listed(own.map(({ id }) => id))),
    },
    ...RUN_FIELDS.map((path) => ({
      field: fieldOf(
        `run_${path.join("_")}`,
        path.reduce((object, key) => object.properties[key], run),
      ),
      values: ofCells.map(([newest]) => path.reduce((object, key) => object?.[key], newest)),
    })),
    { field: fieldOf("file", { description }), values: cells.file.map((file) => listed([file].flat())) },
  ];
}

/** What a line has of several runs. */
function listed(texts) {
  return texts.join("; ");
}

function countColumns({ cells }, { dataset }) {
  const { properties } = dataset.properties.cells;
  const names = ["n", ...Object.keys(properties).filter((name) => /_(?:iterations|deliveries)$/.test(name))];
  return names.map((name) => ({
    field: { name, type: "integer", description: properties[name].description, constraints: { minimum: 0 } },
    values: cells[name],
  }));
}

/** Which loads failed and why, and of which others requests did, where any did. */
function wordColumns({ cells }, { dataset }) {
  const { properties } = dataset.properties.cells;
  return ["failure", "errors"]
    .filter((name) => cells[name])
    .map((name) => ({ field: fieldOf(name, { description: properties[name].description }), values: cells[name] }));
}

/** The mean of each field, which of counts is no whole number, under the field's own name, and the half-width of its interval beside it. */
function metricColumns({ metrics, cells }, properties) {
  const statistics = metrics.flatMap((metric) =>
    Object.entries(metric.statistics).map(([id, name]) => ({ metric, id, name })),
  );
  return statistics
    .filter(({ name }) => cells[name])
    .flatMap(({ metric, id, name }) => {
      const definition = properties[name] ?? { type: "number", minimum: 0, unit: metric.unit };
      const title = `${metric.label}, ${statisticName(id)}`;
      const told = [definition.description, metric.note].filter(Boolean).map((text) => ` ${text.replace(/\.$/, "")}.`);
      const column = (suffix, part, description) => ({
        field: { ...fieldOf(name + suffix, definition), type: "number", title, description },
        values: cells[name][part],
      });
      return [column("", "mean", `Mean over the iterations.${told.join("")}`), column("_ci95", "ci95", NO_INTERVAL)];
    });
}

/** A field as the JSON Schema describes it. */
function fieldOf(name, definition, constraints = {}) {
  const { format, type = "string", title, description, unit } = definition;
  const held = { ...constraints };
  for (const keyword of KEYWORDS) if (keyword in definition) held[keyword] = definition[keyword];
  return {
    name,
    type: format === "date-time" ? "datetime" : type,
    ...(title && { title }),
    ...(description && { description }),
    ...(unit && { unit }),
    ...(Object.keys(held).length > 0 && { constraints: held }),
  };
}
