// Checks every file of a data folder: prints each fault as `FILE:LINE: FIELD: what was found (expected what)`, each doubt likewise after
// `doubt: `, and at last their count.

import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readDataFolder } from "./data-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const USAGE = "usage: script/check-data [FOLDER]   (data/ unless another folder is given)";

/** `no faults`, `1 fault`, `2 faults` */
function count(number, thing) {
  return `${number === 0 ? "no" : number} ${thing}${number === 1 ? "" : "s"}`;
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}

const [name = "data", ...rest] = process.argv.slice(2).map((path) => path.replace(/\/$/, ""));
if (rest.length > 0 || name.startsWith("-")) refuse(USAGE);
const path = process.argv.length > 2 ? name : `${root}data`;
if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
  refuse(`check-data: ${name}: is not a folder (expected one with registries and result files, such as data/)`);
}

const { faults, doubts, files = {} } = readDataFolder(root, path, name);
const all = Object.values(files).flat();
const rows = all.reduce((sum, file) => sum + file.rows, 0);
for (const doubt of doubts) console.log(`doubt: ${doubt}`);
for (const fault of faults) console.log(fault);
const checked = faults.length === 0 ? [count(all.length, "file"), count(rows, "row")] : [];
console.log(`check-data: ${[...checked, count(faults.length, "fault"), count(doubts.length, "doubt")].join(", ")}`);
if (faults.length > 0) process.exitCode = 1;
