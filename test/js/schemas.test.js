// What schema/ is compiled to, and for how long that is kept.

import assert from "node:assert/strict";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compileSchemas } from "../../script/schemas.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NO_FACTS = { servers: "none" };

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "realtime-bench-"));
  for (const name of ["schema", "package-lock.json"]) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** What the validator of data/servers.json says. */
function judged(document) {
  const { servers } = compileSchemas(root).validators;
  return servers(document) ? [] : servers.errors.map(({ message }) => message);
}

const versions = () => readdirSync(join(root, ".cache/schemas"));

test("a validator that was compiled once is taken from the cache", () => {
  assert.notDeepEqual(judged(NO_FACTS), []);
  const kept = join(root, ".cache/schemas", versions()[0], "servers.cjs");
  writeFileSync(kept, "module.exports = () => true;");
  delete createRequire(import.meta.url).cache[realpathSync(kept)];
  assert.deepEqual(judged(NO_FACTS), []);
});

test("a schema that has changed is compiled anew", () => {
  judged(NO_FACTS);
  const path = join(root, "schema/servers.json");
  const schema = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...schema, required: [...(schema.required ?? []), "invented"] }));
  assert.match(judged(NO_FACTS).join("; "), /must have required property 'invented'/);
  assert.equal(versions().length, 2);
});
