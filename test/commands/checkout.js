// A throw-away copy of the work tree, with the packages that are already installed, so that commands
// can be run as the README says without touching the tree itself.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const INSTALLED = ["node_modules", "vendor", ".bundle"];

/** Copies every file that git tracks or would track; returns the copy's path and a function that removes it. */
export function copyOfTree() {
  const copy = mkdtempSync(join(tmpdir(), "realtime-bench-"));
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of listed.split("\0").filter((name) => name && !name.startsWith("bench/upstream/"))) {
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  }
  for (const folder of INSTALLED.filter((name) => existsSync(join(ROOT, name)))) {
    symlinkSync(join(ROOT, folder), join(copy, folder));
  }
  return { path: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

/** A port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts `make ARGS` in `cwd` as a process group; collects its output; `stop()` ends the whole group. */
export function startMake(cwd, args) {
  const child = spawn("make", args, { cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const running = { output: "", exit: undefined };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      running.output += chunk;
    });
  }
  running.exit = new Promise((resolve) => child.once("close", resolve));
  running.stop = () => {
    if (child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    return running.exit;
  };
  return running;
}

/** Waits until `check()` gives something truthy, and returns it; fails with `what` after `seconds`: a build beside other tests takes a minute or two. */
export async function eventually(what, check, seconds = 300) {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const value = await check();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`not within ${seconds} s: ${typeof what === "function" ? what() : what}`);
}
