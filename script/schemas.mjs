// The JSON Schemas of schema/ as validators by ajv: compiled at once for Node, or written as plain JavaScript, so that the browser
// needs neither the compiler nor `eval`.

import { readFileSync } from "node:fs";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import * as esbuild from "esbuild";

/** Keywords of ours that describe and don't constrain. */
const ANNOTATIONS = ["unit", "column"];
const OPTIONS = { allErrors: true, verbose: true, strictRequired: false, allowUnionTypes: true };
/** Files that are judged as wholes, besides the registries. */
const WHOLE = ["servers"];

/**
 * @param {string} root the repository's folder
 * @returns {import("../assets/js/results/read.js").Schemas} with validators of the registries, of data/servers.json (`servers`) and of a
 *   dataset (`dataset`) besides
 */
export function compileSchemas(root) {
  const schemas = ["result", "registry", "dataset", ...WHOLE].map((name) => [name, readJson(root, name)]);
  const { result, registry, ...others } = Object.fromEntries(schemas);
  const ajv = newAjv(result, { code: { optimize: false } });
  ajv.addSchema(registry, "registry");
  for (const [name, schema] of Object.entries(others)) ajv.addSchema(schema, name);
  const ids = {
    ...idsOf(result),
    ...Object.fromEntries(Object.keys(registry.definitions).map((name) => [name, `registry#/definitions/${name}`])),
    ...Object.fromEntries(Object.keys(others).map((name) => [name, name])),
  };
  return { validators: compiledWhenAsked(ajv, ids), ...described(root, result) };
}

/** Compiling all takes two seconds of a build, and few folders have files of every kind. */
function compiledWhenAsked(ajv, ids) {
  const validators = {};
  for (const [name, id] of Object.entries(ids)) {
    Object.defineProperty(validators, name, { enumerable: true, get: () => ajv.getSchema(id) });
  }
  return validators;
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
