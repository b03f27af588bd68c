// script/check-data tells every fault and doubt of every file of a folder, their number, and by its status whether the build would
// stop; script/read-results.mjs reads the folder on disk for the build.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { json, jsonRow, line, tsv } from "../js/data-folder.js";
import { ROOT } from "./checkout.js";

const REGISTRIES = join(ROOT, "test/fixtures/results");

/** Runs something on a data folder with the fixtures' registries and these files. */
function withFolder(files, act) {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  try {
    for (const name of readdirSync(REGISTRIES).filter((one) => one.endsWith(".yml")))
      copyFileSync(join(REGISTRIES, name), join(folder, name));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What it prints of a folder, whose path is written FOLDER, and its status. */
function checked(files) {
  return withFolder(files, (folder) => {
    const { stdout, status } = spawnSync(join(ROOT, "script/check-data"), [folder], {
      env: { ...process.env, LC_ALL: "C" },
      encoding: "utf8",
    });
    return { lines: stdout.replaceAll(folder, "FOLDER").trimEnd().split("\n"), status };
  });
}

test("sound files are counted", () => {
  const files = { "chat/a.tsv": tsv([line()]), "chat/b.json": json([jsonRow(), jsonRow({ iteration: 2 })]) };
  assert.deepEqual(checked(files), { lines: ["check-data: 2 files, 3 rows, no faults, no doubts"], status: 0 });
});

test("every fault of every file is told and counted", () => {
  const files = {
    "chat/a.tsv": tsv([line({ latency: "fast" }), line({ rooms: 0 })]),
    "chat/b.json": "{",
    "chat/c.csv": "",
    "chat/d.json": json([jsonRow({ users: "10" })]),
  };
  assert.deepEqual(checked(files), {
    lines: [
      'FOLDER/chat/a.tsv:2: latency_mean_ms: "fast" is not a number (expected milliseconds, ≥ 0)',
      "FOLDER/chat/a.tsv:3: rooms: 0 is too small (expected chat rooms, ≥ 1)",
      "FOLDER/chat/b.json:1:2: the end of the file where a key should be (expected a key in double quotes)",
      "FOLDER/chat/c.csv: is not a result file (expected a tab-separated .tsv)",
      'FOLDER/chat/d.json:1:248: results[0].users: "10" is not a whole number (expected users per room, ≥ 1)',
      "check-data: 5 faults, no doubts",
    ],
    status: 1,
  });
});

test("a doubt is told and is no fault", () => {
  assert.deepEqual(checked({ "chat/a.tsv": tsv([line({ technology: "node-wss" })]) }), {
    lines: [
      'doubt: FOLDER/chat/a.tsv:2: technology: "node-wss" is not a known technology (did you mean node-ws?)',
      "check-data: 1 file, 1 row, no faults, 1 doubt",
    ],
    status: 0,
  });
});

test("a folder that is not there is named", () => {
  const { stderr, status } = spawnSync(join(ROOT, "script/check-data"), ["nowhere"], { encoding: "utf8" });
  assert.equal(
    stderr,
    "check-data: nowhere: is not a folder (expected one with registries and result files, such as data/)\n",
  );
  assert.equal(status, 2);
});

test("broken YAML names its file and line, and a missing registry is named", () => {
  const { lines } = checked({ "metrics.yml": "- id: latency\n  label: [Latency\n" });
  assert.match(lines[0], /^FOLDER\/metrics\.yml: is not YAML: .*line \d/);
  const found = withFolder({}, (folder) => {
    rmSync(join(folder, "palette.yml"));
    return spawnSync(join(ROOT, "script/check-data"), [folder], { encoding: "utf8" }).stdout;
  });
  assert.match(found, /palette\.yml: is missing \(expected the palette, as docs\/contracts\.md says\)/);
});

test("links are followed to files, and refused where they lead to a folder or nowhere; dot files are not looked at", () => {
  const outside = mkdtempSync(join(tmpdir(), "outside-"));
  writeFileSync(join(outside, "real"), tsv([line()]));
  const lines = withFolder({ "chat/.hidden.tsv": "?" }, (folder) => {
    symlinkSync(join(outside, "real"), join(folder, "chat/link.tsv"));
    symlinkSync(outside, join(folder, "chat/folder"));
    symlinkSync(join(outside, "nothing"), join(folder, "chat/nothing.tsv"));
    const { stdout } = spawnSync(join(ROOT, "script/check-data"), [folder], { encoding: "utf8" });
    return stdout.replaceAll(folder, "FOLDER").trimEnd().split("\n");
  });
  rmSync(outside, { recursive: true });
  assert.deepEqual(lines, [
    "FOLDER/chat/folder: is a link to a folder (expected result files or a real folder)",
    "FOLDER/chat/nothing.tsv: is a link to nothing (expected a result file)",
    "check-data: 2 faults, no doubts",
  ]);
});

test("a pull request shows each fault and each doubt at its line, and nothing else", () => {
  const { problemMatcher } = JSON.parse(readFileSync(join(ROOT, ".github/check-data-matcher.json"), "utf8"));
  const files = {
    "chat/a.tsv": tsv([line({ latency: "fast" })]),
    "chat/b.json": "{",
    "chat/c.csv": "",
    "chat/d.tsv": tsv([line({ technology: "node-wss" })]),
  };
  const { lines } = checked(files);
  const shown = lines.flatMap((text) =>
    problemMatcher.flatMap(({ severity, pattern: [{ regexp, file, line, column, message }] }) => {
      const found = text.replace("FOLDER", "data").match(new RegExp(regexp));
      return found ? [[severity, found[file], found[line], found[column], found[message].split(":")[0]]] : [];
    }),
  );
  assert.deepEqual(shown.sort(), [
    ["error", "data/chat/a.tsv", "2", undefined, "latency_mean_ms"],
    [
      "error",
      "data/chat/b.json",
      "1",
      "2",
      "the end of the file where a key should be (expected a key in double quotes)",
    ],
    ["error", "data/chat/c.csv", undefined, undefined, "is not a result file (expected a tab-separated .tsv)"],
    ["warning", "data/chat/d.tsv", "2", undefined, "technology"],
  ]);
});
