// Two builds of one commit are the same to the last byte: in another folder, in another time zone, at another time.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { copyOfTree } from "./checkout.js";

/** Builds a copy of the tree in a time zone; returns the hash of each file of the site, by its path. */
function built(timeZone) {
  const copy = copyOfTree();
  try {
    // A copy has no commit whose time could be taken.
    const env = { ...process.env, TZ: timeZone, SOURCE_DATE_EPOCH: "1795262400" };
    execFileSync("script/build", { cwd: copy.path, env, stdio: ["ignore", "ignore", "inherit"] });
    const site = join(copy.path, "_site");
    const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
    const hash = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
    return Object.fromEntries(paths.map((path) => [path.slice(site.length + 1), hash(path)]));
  } finally {
    copy.remove();
  }
}

test("a commit makes the same site everywhere", () => {
  const here = built("Asia/Tokyo");
  assert.ok(Object.keys(here).length > 100);
  assert.deepEqual(built("America/New_York"), here);
});
