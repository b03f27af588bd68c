// Compiles schema/result.json to plain JavaScript with ajv, so that the browser needs neither the
// compiler nor `eval`. Writes assets/build/validators.js.

import { readFile } from "node:fs/promises";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import * as esbuild from "esbuild";

/** Keywords of ours that describe and don't constrain. */
const ANNOTATIONS = ["unit", "column"];

/**
 * The module's default export holds `envelope`, the validator of a JSON result file but for its rows, one validator a
 * row definition, by its name, and `definitions`: the row definitions themselves, references resolved;
 * `rules` and `hints` are those of schema/rules.json.
 * @param {string} root the repository's folder
 */
export async function buildValidators(root) {
  const schema = JSON.parse(await readFile(`${root}/schema/result.json`, "utf8"));
  const { rules, hints } = JSON.parse(await readFile(`${root}/schema/rules.json`, "utf8"));
  const rows = Object.keys(schema.definitions).filter((name) => name.endsWith("_row"));
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true },
  });
  addFormats(ajv);
  ajv.addVocabulary(ANNOTATIONS);
  ajv.addSchema(schema);
  ajv.addSchema(envelope(schema), "envelope");
  const exported = { envelope: "envelope" };
  for (const name of rows) exported[name] = `${schema.$id}#/definitions/${name}`;
  const definitions = Object.fromEntries(rows.map((name) => [name, resolved(schema, name)]));
  await esbuild.build({
    stdin: {
      contents: `${standaloneCode(ajv, exported)}\nObject.assign(exports, ${JSON.stringify({ definitions, rules, hints })});`,
      resolveDir: root,
      loader: "js",
    },
    outfile: `${root}/assets/build/validators.js`,
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
}

/** The schema without that of the rows, which are of the file's comparison. */
function envelope({ $id, properties, ...schema }) {
  const { items, ...results } = properties.results;
  return { ...schema, properties: { ...properties, results } };
}

/** A row definition with its references resolved; `alternatives` are the lists of fields of which a row has one. */
function resolved(schema, row) {
  const target = ({ $ref, ...own }) => ($ref ? { ...schema.definitions[$ref.split("/").pop()], ...own } : own);
  const { properties, required, anyOf = [] } = schema.definitions[row];
  return {
    required,
    alternatives: anyOf.map((alternative) => alternative.required),
    properties: Object.fromEntries(Object.entries(properties).map(([field, property]) => [field, target(property)])),
  };
}
