// Datasets for the tests: the site's own registries around rows that a test writes down.

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { readDataset } from "../../assets/js/results/dataset.js";
import { summarise } from "../../assets/js/results/summarise.js";

const root = new URL("../../", import.meta.url);

export const read = (path) => readFileSync(new URL(path, root));
export const readYaml = (path) => parse(read(path).toString());
export const readJson = (path) => JSON.parse(read(path));

export const chat = readYaml("test/fixtures/results/comparisons.yml").find(({ id }) => id === "chat");
export const metrics = readYaml("data/metrics.yml").filter(({ id }) => chat.metrics.includes(id));
export const technologies = readYaml("data/technologies.yml");
export const palette = readYaml("data/palette.yml");
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

/** The dataset that the build would hand a page of these rows, all of one run unless `runOf` tells a technology's number in `runs`. */
export function datasetOf(rows, runOf = () => 0, runs = []) {
  const present = technologies.filter(({ id }) => rows.some((one) => one.technology === id));
  const ids = present.map(({ id }) => id);
  const cells = summarise(rows, chat, fields, ids);
  const columns = {
    technology: cells.map(({ technology }) => ids.indexOf(technology)),
    run: cells.map(({ technology }) => runOf(technology)),
    file: cells.map(({ technology }) => `data/chat/${technology}.json`),
  };
  for (const key of Object.keys(cells[0]).filter((name) => name !== "technology")) {
    const values = cells.map((cell) => cell[key]);
    columns[key] = fields.includes(key)
      ? { mean: values.map(({ mean }) => mean), ci95: values.map(({ ci95 }) => ci95) }
      : values;
  }
  return readDataset({ comparison: chat, metrics, technologies: present, shown: ids, runs, cells: columns });
}
