// Invented results of every technology in the registry: those of test/fixtures/results/chat/node-ws.json, each
// technology's figures larger than the one's before.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const REGISTRIES = ["comparisons.yml", "metrics.yml", "technologies.yml", "palette.yml"];
const STEP = 0.15;
const MEASURED = /^(latency|memory)_/;

/** Writes a data folder: the registries, and a result file a technology. */
export function inventCrowd(root, folder) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const pattern = read("test/fixtures/results/chat/node-ws.json");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "chat"), { recursive: true });
  for (const name of REGISTRIES) cpSync(join(root, "data", name), join(folder, name));
  parse(read("data/technologies.yml")).forEach(({ id }, i) => {
    const file = JSON.parse(pattern.replaceAll('"node-ws"', JSON.stringify(id)));
    for (const row of file.results) grow(row, 1 + STEP * i);
    writeFileSync(join(folder, "chat", `${id}.json`), JSON.stringify(file));
  });
}

function grow(row, factor) {
  for (const field of Object.keys(row).filter((name) => MEASURED.test(name))) row[field] *= factor;
}
