// The published data packages are valid by the reference implementation of Frictionless, pinned, in a virtual environment of the
// tests' own.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { readDataFolder } from "../../script/data-folder.mjs";
import { ROOT } from "./checkout.js";

const REQUIREMENTS = join(ROOT, "test/frictionless/requirements.txt");
const ENVIRONMENT = join(ROOT, ".cache/frictionless");
const INSTALLED = join(ENVIRONMENT, "installed");
const folder = mkdtempSync(join(tmpdir(), "data-package-"));
test.after(() => rmSync(folder, { recursive: true }));

/** Why there is no tool; null where there is one. */
function setUp() {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === readFileSync(REQUIREMENTS, "utf8")) return null;
  try {
    rmSync(ENVIRONMENT, { recursive: true, force: true });
    execFileSync("python3", ["-m", "venv", ENVIRONMENT], { stdio: "pipe" });
    const pip = ["install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS];
    execFileSync(join(ENVIRONMENT, "bin/pip"), pip, { stdio: "pipe" });
    cpSync(REQUIREMENTS, INSTALLED);
    return null;
  } catch ({ message }) {
    return message.split("\n")[0];
  }
}

const missing = setUp();
const skip = missing !== null && process.env.CI !== "true" && missing;

/** @returns {{valid: boolean, report: string}} */
function verdict(files) {
  assert.equal(missing, null);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { status, stdout, stderr } = spawnSync(join(ENVIRONMENT, "bin/frictionless"), [
    "validate",
    join(folder, "datapackage.json"),
  ]);
  return { valid: status === 0, report: `${stdout}${stderr}` };
}

test("the reference tool finds the published packages valid", { skip }, () => {
  const packages = Object.entries(readDataFolder(ROOT, join(ROOT, "data"), "data").data_packages);
  assert.ok(packages.length > 0);
  for (const [comparison, files] of packages) {
    const { valid, report } = verdict(files);
    assert.ok(valid, `${comparison}: ${report}`);
  }
});

test("the reference tool finds a package whose CSV was changed", { skip }, () => {
  const files = readDataFolder(ROOT, join(ROOT, "test/fixtures/results"), "data").data_packages.chat;
  const changed = files["dataset.csv"].replace(/^node-ws,1,10,/m, "node-ws,many,10,");
  assert.notEqual(changed, files["dataset.csv"]);
  const { valid, report } = verdict({ ...files, "dataset.csv": changed });
  assert.equal(valid, false);
  assert.match(report, /many|hash/);
});
