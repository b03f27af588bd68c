// Data folders made for one test, in memory: the fixtures' registries around files that a test writes down.

import { createHash } from "node:crypto";
import { REGISTRIES } from "../../assets/js/results/registry.js";
import { readResults } from "../../assets/js/results/results.js";
import { readJson, readYaml, schemas } from "./sample.js";

export const registry = Object.fromEntries(
  REGISTRIES.map((name) => [name, readYaml(`test/fixtures/results/${name}.yml`)]),
);
const described = { run: readJson("schema/result.json").definitions.run, dataset: readJson("schema/dataset.json") };

export const HEADER = "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms";

/** A TSV of rows, each a list of tokens in the header's order. */
export const tsv = (rows, header = HEADER) => `${[header, ...rows.map((row) => row.join("\t"))].join("\n")}\n`;

/** A row in HEADER's order. */
export const line = ({ technology = "node-ws", rooms = 1, users = 10, iteration = 1, latency = 1.5 } = {}) => [
  technology,
  rooms,
  users,
  iteration,
  500,
  latency,
];

export const statement = ({ started_at = "2024-05-01T10:00:00Z", version = "1.0.0", ...machine } = {}) => ({
  started_at,
  command: "rtbench run",
  client: { name: "rtbench", version },
  machine: { cpu_model: "CPU", cpu_count: 2, memory_mib: 4096, kernel: "Linux", ...machine },
});

export const jsonRow = (fields = {}) => ({
  technology: "node-ws",
  rooms: 1,
  users: 10,
  iteration: 1,
  messages_per_user: 500,
  latency_mean_ms: 1.5,
  ...fields,
});

/** A JSON result file. */
export const json = (rows, run = statement(), rest = {}) => JSON.stringify({ run, results: rows, ...rest });

/**
 * @param {Object<string, string>} files contents by path; a link to a folder or to nothing is given as null
 * @param {{now?: Date, with?: object, folders?: string[]}} [options] `with`: other registries; `folders`: links to folders
 * @returns {object} as `readResults` gives it
 */
export function results(files, { now, with: others = {}, folders = [] } = {}) {
  const folder = {
    name: "data",
    paths: [...Object.keys(files), ...folders].sort(),
    kindOf: (path) => (folders.includes(path) ? "folder" : typeof files[path] === "string" ? "file" : "nothing"),
    read: (path) => new TextEncoder().encode(files[path]),
  };
  const sha256 = (text) => createHash("sha256").update(text).digest("hex");
  return readResults(folder, { ...registry, ...others }, { schemas, described, sha256, ...(now && { now }) });
}

export const dataset = (files, options) => results(files, options).datasets.chat;
export const faults = (files, options) => results(files, options).faults;
