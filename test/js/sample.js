// Datasets for the tests: the site's own registries around rows that a test writes down.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { Columns } from "../../assets/js/results/columns.js";
import { metricFields } from "../../assets/js/results/comparison.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { inOrder } from "../../assets/js/results/dimensions.js";
import { cellColumns } from "../../assets/js/results/make-dataset.js";
import { MergedFiles } from "../../assets/js/results/merge.js";
import { ResultFile } from "../../assets/js/results/result-file.js";
import { compileSchemas } from "../../script/schemas.mjs";

const root = new URL("../../", import.meta.url);

export const read = (path) => readFileSync(new URL(path, root));
export const readYaml = (path) => parse(read(path).toString());
export const readJson = (path) => JSON.parse(read(path));

export const chat = readYaml("test/fixtures/results/comparisons.yml").find(({ id }) => id === "chat");
export const metrics = readYaml("data/metrics.yml").filter(({ id }) => chat.metrics.includes(id));
export const technologies = readYaml("data/technologies.yml");
export const palette = readYaml("data/palette.yml");

/** The protocols on whose pages a technology is: those that its server speaks, or, of one without a server here, whose ceiling or study it is. */
const WITHOUT_SERVER = {
  postgresql: ["lookup"],
  "rtbench-echo": ["chat", "shootout"],
  "2019-spring-webflux": ["bookstore"],
  "2019-vertx-web": ["bookstore"],
  "2019-symfony": ["bookstore"],
  "2018-java-solace": ["relay"],
  "2018-node-solace": ["relay"],
};
export const protocolsOf = ({ id, like }) => {
  if (WITHOUT_SERVER[id]) return WITHOUT_SERVER[id];
  // On another runtime, of which plans alone know; it has its server's look, but for the dash.
  if (like) return [];
  const manifest = read(`bench/servers/${id}/server.toml`).toString();
  return /^protocols = \["(\w+)"\]$/m.exec(manifest).slice(1);
};

export const schemas = compileSchemas(fileURLToPath(root));
/** The fields of result files that hold them. */
export const fields = metrics.filter(({ derived }) => !derived).flatMap(({ statistics }) => Object.values(statistics));

export const look = {
  scheme: "light",
  text: "#111111",
  muted: "#555555",
  grid: "#dddddd",
  ground: "#ffffff",
  font: "sans-serif",
};

/** A row of the chat comparison; `rest` adds its figures. */
export function row(technology, rooms, users, iteration, rest) {
  return { technology, rooms, users, iteration, messages_per_user: 500, ...rest };
}

/** Rows as the file of a comparison that holds them. */
export function fileOf(rows, comparison = chat, stated = {}) {
  const columns = new Columns(schemas.definitions[comparison.row].properties);
  for (const one of rows) columns.add(one);
  return new ResultFile("data/chat/a.json", columns, stated);
}

/** The rows of a file as objects. */
export function rowsOf({ columns }) {
  const all = [...columns.byField.keys()].map((field) => {
    const { type } = columns.properties[field];
    if (!["number", "integer", "boolean"].includes(type)) {
      const { codes, words } = columns.words(field);
      return [field, (i) => words[codes[i]]];
    }
    const values = columns.numbers(field);
    return [field, (i) => (type === "boolean" && values[i] >= 0 ? values[i] === 1 : values[i])];
  });
  return Array.from({ length: columns.count }, (_, i) => {
    const entries = all.map(([field, at]) => [field, at(i)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined && !Number.isNaN(value)));
  });
}

/** The cells of rows of one run, in the order of the technologies given, as columns of contract 2 with the technologies' ids. */
export function cellsOf(rows, ids = [...new Set(rows.map(({ technology }) => technology))].sort()) {
  const wanted = metricFields(chat, { metrics: [...metrics, ...readYaml("data/metrics.yml")] });
  const merged = new MergedFiles(chat, wanted);
  merged.add(fileOf(rows));
  const [run] = merged.runs.values();
  const cells = [...run.cells.values()].sort(
    (a, b) =>
      ids.indexOf(a.technology) - ids.indexOf(b.technology) || inOrder(chat.dimensions, a.dimensions, b.dimensions),
  );
  return { technology: cells.map(({ technology }) => technology), ...cellColumns(cells, chat, wanted) };
}

/** The dataset that the build would hand a page of these rows, all of one run unless `runOf` tells a technology's number in `runs`. */
export function datasetOf(rows, runOf = () => 0, runs = []) {
  const present = technologies.filter(({ id }) => rows.some((one) => one.technology === id));
  const ids = present.map(({ id }) => id);
  const { technology, ...columns } = cellsOf(rows, ids);
  const cells = {
    technology: technology.map((id) => ids.indexOf(id)),
    run: technology.map(runOf),
    file: technology.map((id) => `data/chat/${id}.json`),
    ...columns,
  };
  return readDataset({ comparison: chat, metrics, technologies: present, shown: ids, runs, cells });
}
