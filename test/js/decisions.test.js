// Each decision is in the index of docs/decisions/ by its title, and what names a decision names one that is there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = `${ROOT}docs/decisions/`;
const decisions = readdirSync(FOLDER).filter((name) => name.endsWith(".md") && name !== "README.md");

test("the index has one line for each decision, with its title", () => {
  const index = readFileSync(`${FOLDER}README.md`, "utf8");
  const lines = index.split("\n").filter((line) => line.startsWith("- "));
  const titled = decisions.map((name) => {
    const [, title] = readFileSync(FOLDER + name, "utf8").match(/^# (.+)\n/);
    return `- [${title}](${name})`;
  });
  assert.deepEqual(lines.sort(), titled.sort());
});

test("what names a decision names one that is there", () => {
  const mentions = execFileSync("git", ["grep", "-hoIE", "decisions/[a-z0-9-]+\\.md", "--", ":!CHANGELOG.md"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const named = new Set(mentions.trim().split("\n"));
  assert.ok(named.size > 10);
  assert.deepEqual(
    [...named].filter((path) => !decisions.includes(path.slice("decisions/".length))),
    [],
  );
});
