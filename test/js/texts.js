// The texts of the interface, as templates, plugins, scripts and registries say them: the keys that a language translates.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "acorn";
import { parse as parseYaml } from "yaml";
import { errorsOf, FAILURE_COUNTS, failureOf } from "../../assets/js/results/failure.js";
import { keyOf } from "../../assets/js/results/labels.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The files of a folder and those below it that end so, with their texts. */
export function filesBelow(folder, ...endings) {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path, ...endings);
    return endings.some((ending) => path.endsWith(ending)) ? [{ path, text: readText(path) }] : [];
  });
}

export function readText(path) {
  return readFileSync(ROOT + path, "utf8");
}

/** @returns {Map<string, string>} each text to where it is said */
export function textsSaid() {
  const said = [
    ...filesBelow("assets/js", ".js").flatMap(({ path, text }) => ofScript(text).map((key) => [key, path])),
    ...filesBelow("_plugins", ".rb").flatMap(({ path, text }) => ofRuby(text).map((key) => [key, path])),
    ...["_includes", "_layouts"]
      .flatMap((folder) => filesBelow(folder, ".html"))
      .flatMap(({ path, text }) => ofTemplate(text).map((key) => [key, path])),
    ...filesBelow("_includes", ".erb").flatMap(({ path, text }) => ofRuby(text).map((key) => [key, path])),
    ...ofMetrics(parseYaml(readText("data/metrics.yml"))).map((key) => [key, "data/metrics.yml"]),
    ...ofComparisons(parseYaml(readText("data/comparisons.yml"))).map((key) => [key, "data/comparisons.yml"]),
    ...ofFailures().map((key) => [key, "assets/js/results/failure.js"]),
  ];
  return new Map(said);
}

/** Tagged templates, and the plural forms' keys. */
function ofScript(text) {
  const found = [];
  visit(parse(text, { ecmaVersion: 2022, sourceType: "module" }), (node) => {
    if (node.type === "TaggedTemplateExpression" && node.tag.name === "t")
      found.push(node.quasi.quasis.map(({ value }, i) => (i === 0 ? "" : `%${i}`) + value.cooked).join(""));
    if (node.type === "CallExpression" && node.callee.name === "plural" && node.arguments[2].type === "Literal")
      found.push(node.arguments[2].value);
  });
  return found;
}

function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  else if (node && typeof node === "object") {
    if (node.type) see(node);
    for (const child of Object.values(node)) visit(child, see);
  }
}

function ofRuby(text) {
  return [
    ...allMatches(text, /(?:Language\.|[\s({])t\("([^"]+)"/g),
    ...allMatches(text, /(?:current\.|[\s({])plural\([^"]*"[^"]+",\s*"([^"]+)"/g),
    // What is given a name, since a line has no room for it.
    ...allMatches(text, /^ *[A-Z_]+ = "([^"]*%1[^"]*)"$/gm),
    // The ways in which technologies are put together.
    ...allMatches(text, /^ *"([A-Z][a-z]+)" => ->\(technology\)/gm),
  ];
}

function ofTemplate(text) {
  return [
    ...allMatches(text, /"([^"]+)" \| t\b/g),
    ...allMatches(text, /'([^']+)' \| t\b/g),
    ...allMatches(text, /\| plural: "[^"]+", "([^"]+)"/g),
  ];
}

function allMatches(text, pattern) {
  return [...text.matchAll(pattern)].map(([, key]) => key);
}

function ofMetrics(metrics) {
  const texts = metrics.flatMap(
    ({ label, unit, note, better, asked_in: asked, reference_lines: lines = [], statistics }) => [
      ...[label, unit, note, better, asked?.unit],
      ...lines.flatMap((line) => [line.label, line.meaning]),
      ...Object.keys(statistics).map((id) => id.replace(/^p(\d\d)(\d+)$/, "p$1.$2")),
    ],
  );
  return texts.filter(Boolean);
}

function ofComparisons(comparisons) {
  const texts = comparisons.flatMap(({ title, dimensions, axes, scoreboard = [] }) => [
    title,
    ...dimensions.flatMap(({ label, many }) => [label, many]),
    ...axes.map(({ label }) => label),
    ...scoreboard.flatMap(({ label, unit }) => [label, unit]),
  ]);
  return texts.filter(Boolean);
}

/** Each reason for which a load can fail, first and among others. */
function ofFailures() {
  const none = Object.fromEntries(FAILURE_COUNTS.map((field) => [field, 0]));
  const cell = (sums, outcomes = {}) => ({ iterations: [1, 2], outcomes, sums: { ...none, requests: 100, ...sums } });
  const kinds = FAILURE_COUNTS.filter((field) => field !== "requests");
  const texts = [
    ...kinds.map((field) => failureOf(cell({ failed_requests: 60, [field]: 60 }, { requests_failed: 2 }))),
    ...kinds
      .filter((field) => !["failed_requests", "timed_out_requests"].includes(field))
      .map((field) =>
        failureOf(cell({ failed_requests: 90, timed_out_requests: 60, [field]: 30 }, { requests_failed: 2 })),
      ),
    failureOf(cell({ failed_requests: 60, status_errors: 50, timed_out_requests: 10 }, { requests_failed: 2 })),
    failureOf(cell({ failed_requests: 60 }, { server_exited: 1 })),
    failureOf(cell({ failed_requests: 60 }, { database_exited: 1 })),
    failureOf(cell({}, { interrupted: 1 })),
    errorsOf(cell({ requests: 60_000, failed_requests: 1 })),
  ];
  return texts.flatMap((text) => text.split(/[,;] /)).map((piece) => keyOf(piece).key);
}
