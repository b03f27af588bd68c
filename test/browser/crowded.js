// The published site with two hundred technologies more, each a copy of one result file with figures of its own: what a site that
// names every framework there is has to bear.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Technologies that are added to the chat's own. */
export const ADDED = 200;

/** Of the run that pages show: of an older one with more technologies than any, they would show that. */
const PATTERN = "data/chat/2026-11-25/go-coder.json";
/** Not taken over: what builds write, and what the site publishes but doesn't draw. */
const LEFT_OUT = new Set(["_site", "node_modules", "test", "test-results", "data", "target"]);
const FIGURE = /^latency_|^cpu_percent$|^memory_/;

/** @returns {string} id of the added technology of that number, from 1 */
export function addedId(number) {
  return `framework-${String(number).padStart(3, "0")}`;
}

/**
 * Writes the site's source.
 * @param {string} root of the checkout
 * @param {string} folder to write to
 * @param {number} [added] how many technologies
 */
export function inventCrowd(root, folder, added = ADDED) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root).filter((one) => !one.startsWith(".") && !LEFT_OUT.has(one)))
    symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, "data"), join(folder, "data"), { recursive: true });
  const pattern = readFileSync(join(root, PATTERN), "utf8");
  for (let number = 1; number <= added; number++)
    writeFileSync(join(folder, "data/chat", `${addedId(number)}.json`), copyOf(pattern, number));
}

/** The result file as that of another technology, whose figures are up to a fifth lower. */
export function copyOf(pattern, number) {
  const { run, results } = JSON.parse(pattern);
  const factor = 1 - ((number * 37) % 199) / 995;
  const rows = results.map((row) => ({ ...row, technology: addedId(number), ...scaled(row, factor) }));
  const servers = run.servers?.map((server) => ({ ...server, technology: addedId(number) }));
  return JSON.stringify({ run: { ...run, ...(servers && { servers }) }, results: rows });
}

function scaled(row, factor) {
  const figures = Object.entries(row).filter(([field]) => FIGURE.test(field));
  return Object.fromEntries(figures.map(([field, value]) => [field, Number((value * factor).toPrecision(6))]));
}
