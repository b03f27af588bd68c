// The JSON Schemas of schema/ as validators by ajv, written as plain JavaScript: for Node into a cache, so that a build compiles none
// that an earlier one has, and for the browser, which so needs neither the compiler nor `eval`.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import * as esbuild from "esbuild";

/** Keywords of ours that describe and don't constrain. */
const ANNOTATIONS = ["unit", "column"];
const OPTIONS = { allErrors: true, verbose: true, strictRequired: false, allowUnionTypes: true };
/** Of schema/; `dataset` and `servers` judge files as wholes. */
const FILES = ["result", "registry", "dataset", "servers"];

/**
 * @param {string} root the repository's folder
 * @returns {import("../assets/js/results/read.js").Schemas} with validators of the registries, of data/servers.json (`servers`) and of a
 *   dataset (`dataset`) besides
 */
export function compileSchemas(root) {
  const schemas = FILES.map((name) => [name, readJson(root, name)]);
  const { result, registry, ...others } = Object.fromEntries(schemas);
  const ajv = newAjv(result, { code: { source: true, optimize: false } });
  ajv.addSchema(registry, "registry");
  for (const [name, schema] of Object.entries(others)) ajv.addSchema(schema, name);
  const ids = {
    ...idsOf(result),
    ...Object.fromEntries(Object.keys(registry.definitions).map((name) => [name, `registry#/definitions/${name}`])),
    ...Object.fromEntries(Object.keys(others).map((name) => [name, name])),
  };
  return { validators: compiledWhenAsked(root, ajv, ids), ...described(root, result) };
}

/** Compiling all takes two seconds of a build, and few folders have files of every kind. */
function compiledWhenAsked(root, ajv, ids) {
  const folder = `${root}/.cache/schemas/${versionOf(root)}`;
  const require = createRequire(import.meta.url);
  const validators = {};
  for (const [name, id] of Object.entries(ids)) {
    const file = `${folder}/${name}.cjs`;
    const get = () => {
      if (!existsSync(file)) writeAside(folder, file, standaloneCode(ajv, ajv.getSchema(id)));
      return require(file);
    };
    Object.defineProperty(validators, name, { enumerable: true, get });
  }
  return validators;
}

/** Changes with whatever validators are made of. */
function versionOf(root) {
  const parts = FILES.map((name) => `${root}/schema/${name}.json`);
  const hash = createHash("sha256");
  for (const path of [fileURLToPath(import.meta.url), `${root}/package-lock.json`, ...parts])
    hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

/** Several builds may write the same at once. */
function writeAside(folder, file, text) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** Writes the schemas that a page needs to judge dropped files to assets/build/schemas.js. */
export async function buildSchemas(root) {
  const result = readJson(root, "result");
  const code = standaloneCode(newAjv(result, { code: { source: true } }), idsOf(result));
  await esbuild.build({
    stdin: {
      contents: `${code}\nmodule.exports = { validators: exports, ...${JSON.stringify(described(root, result))} };`,
      resolveDir: root,
      loader: "js",
    },
    outfile: `${root}/assets/build/schemas.js`,
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
}

function newAjv(result, options = {}) {
  const ajv = new Ajv({ ...OPTIONS, ...options });
  addFormats(ajv);
  ajv.addVocabulary(ANNOTATIONS);
  ajv.addSchema(result);
  ajv.addSchema(envelope(result), "envelope");
  return ajv;
}

/** Validators of result files by their names, as ajv calls them. */
function idsOf({ $id, definitions }) {
  const names = ["run_file", ...rowNames(definitions)];
  return { envelope: "envelope", ...Object.fromEntries(names.map((name) => [name, `${$id}#/definitions/${name}`])) };
}

function rowNames(definitions) {
  return Object.keys(definitions).filter((name) => name.endsWith("_row"));
}

function described(root, result) {
  const { rules, hints } = readJson(root, "rules");
  const rows = rowNames(result.definitions).map((name) => [name, resolved(result, name)]);
  return { definitions: Object.fromEntries(rows), rules, hints };
}

function readJson(root, name) {
  return JSON.parse(readFileSync(`${root}/schema/${name}.json`, "utf8"));
}

/** The schema without that of the rows, which are of the file's comparison. */
function envelope({ $id, properties, ...schema }) {
  const { items, ...results } = properties.results;
  return { ...schema, properties: { ...properties, results } };
}

/** A row definition with its references resolved. */
function resolved({ definitions }, row) {
  const target = ({ $ref, ...own }) => ($ref ? { ...definitions[$ref.split("/").pop()], ...own } : own);
  const { properties, required } = definitions[row];
  const entries = Object.entries(properties).map(([field, property]) => [field, target(property)]);
  return { required, properties: Object.fromEntries(entries) };
}
