// A data folder on disk, as the reader of assets/js/results/ takes it, and what it is judged by.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { REGISTRIES } from "../assets/js/results/registry.js";
import { readResults } from "../assets/js/results/results.js";
import { compileSchemas } from "./schemas.mjs";

/**
 * @param {string} root the repository's folder, for schema/
 * @param {string} path the data folder
 * @param {string} name its name in messages and links, such as `data`
 * @returns {object} as `readResults` gives it
 */
export function readDataFolder(root, path, name) {
  const { registry, faults } = readRegistry(path, name);
  if (faults.length > 0) return { faults, doubts: [] };
  const schema = (file) => JSON.parse(readFileSync(`${root}/schema/${file}.json`, "utf8"));
  return readResults(folderAt(path, name), registry, {
    schemas: compileSchemas(root),
    described: { run: schema("result").definitions.run, dataset: schema("dataset") },
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  });
}

/** @returns {{registry: Object<string, *>, faults: string[]}} */
function readRegistry(path, name) {
  const faults = [];
  const entries = REGISTRIES.map((registry) => {
    const file = `${name}/${registry}.yml`;
    try {
      const document = parseDocument(readFileSync(join(path, `${registry}.yml`), "utf8"));
      for (const { message } of document.errors) faults.push(`${file}: is not YAML: ${message.split(/:?\n/)[0]}`);
      return [registry, document.errors.length > 0 ? null : document.toJS()];
    } catch ({ code, message }) {
      faults.push(
        code === "ENOENT"
          ? `${file}: is missing (expected the ${registry}, as docs/contracts.md says)`
          : `${file}: cannot be read: ${message}`,
      );
      return [registry, null];
    }
  });
  return { registry: Object.fromEntries(entries), faults };
}

/** @returns {import("../assets/js/results/folder.js").Folder} */
function folderAt(path, name) {
  return {
    name,
    paths: filesBelow(path).sort(),
    kindOf: (file) => {
      const found = statSync(join(path, file), { throwIfNoEntry: false });
      if (!found) return "nothing";
      return found.isDirectory() ? "folder" : "file";
    },
    read: (file) => readFileSync(join(path, file)),
  };
}

/** Files and links, as paths from the folder; what begins with a dot is none of ours. */
function filesBelow(path, prefix = "") {
  return readdirSync(join(path, prefix), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(path, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
    );
}
