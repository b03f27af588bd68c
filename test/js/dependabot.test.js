// Dependabot looks after every folder with a manifest, but those that its configuration leaves out by name.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MANIFESTS = {
  bundler: "Gemfile",
  cargo: "Cargo.toml",
  gomod: "go.mod",
  maven: "pom.xml",
  npm: "package.json",
  pip: "requirements.txt",
};
const LEFT_OUT = /^\/bench\/servers\/(original-.*|rails-actioncable)$/;

const { updates } = parse(readFileSync(`${ROOT}.github/dependabot.yml`, "utf8"));

/** Whether a folder such as `/bench/servers/bun` is among the patterns, in which `*` stands for a name or part of one. */
function covers(patterns, folder) {
  return patterns.some((pattern) => new RegExp(`^${pattern.replaceAll("*", "[^/]*")}$`).test(folder));
}

for (const [ecosystem, manifest] of Object.entries(MANIFESTS)) {
  test(`every ${manifest} is looked after`, () => {
    const patterns = updates
      .filter((update) => update["package-ecosystem"] === ecosystem)
      .flatMap(({ directory, directories }) => directories ?? [directory]);
    const files = execFileSync("git", ["ls-files", `:(glob)**/${manifest}`], { cwd: ROOT, encoding: "utf8" });
    const folders = files
      .trim()
      .split("\n")
      .map((file) => `/${dirname(file)}`.replace("/.", "/"));
    assert.deepEqual(
      folders.filter((folder) => !LEFT_OUT.test(folder) && !covers(patterns, folder)),
      [],
    );
    assert.deepEqual(
      folders.filter((folder) => LEFT_OUT.test(folder) && covers(patterns, folder)),
      [],
    );
  });
}
