// What the README promises of its commands, by running them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { copyOfTree, eventually, freePort, ROOT, startMake } from "./checkout.js";

const README = readFileSync(join(ROOT, "README.md"), "utf8");
const SAMPLE = README.match(/```tsv\n([\s\S]*?)```/)[1];

describe("make help", () => {
  it("lists every target that the README names", () => {
    const help = execFileSync("make", ["help"], { cwd: ROOT, encoding: "utf8" });
    const named = [...README.matchAll(/\bmake ([a-z-]+)/g)].map(([, target]) => target);
    assert.ok(named.includes("serve") && named.includes("test"));
    for (const target of named) assert.match(help, new RegExp(`make ${target}\\b`));
  });
});

describe("make build", () => {
  it("writes the site to _site/, raw result files byte for byte", () => {
    const copy = copyOfTree();
    try {
      writeFileSync(join(copy.path, "data/chat/sample.tsv"), SAMPLE);
      execFileSync("make", ["build"], { cwd: copy.path, stdio: "pipe" });
      assert.match(readFileSync(join(copy.path, "_site/index.html"), "utf8"), /my-server/);
      assert.equal(readFileSync(join(copy.path, "_site/data/chat/sample.tsv"), "utf8"), SAMPLE);
    } finally {
      copy.remove();
    }
  });

  it("ends with every fault by file, row and column, and without a site, when a result file is broken", () => {
    const copy = copyOfTree();
    try {
      writeFileSync(join(copy.path, "data/chat/broken.tsv"), SAMPLE.replace("0.42", "fast").replace("\t49.0", "\t-1"));
      assert.throws(
        () => execFileSync("make", ["build"], { cwd: copy.path, stdio: "pipe", encoding: "utf8" }),
        ({ status, stdout, stderr }) => {
          assert.notEqual(status, 0);
          assert.match(stdout + stderr, /data\/chat\/broken\.tsv:2: latency_mean_ms: "fast"/);
          assert.match(stdout + stderr, /data\/chat\/broken\.tsv:3: memory_mib: -1/);
          return true;
        },
      );
      assert.throws(() => readFileSync(join(copy.path, "_site/index.html")));
    } finally {
      copy.remove();
    }
  });
});

describe("make serve", () => {
  let copy;
  before(() => {
    copy = copyOfTree();
  });
  after(() => copy.remove());

  it("says so when the port is taken, and what to do", async () => {
    const taken = createServer().listen(await freePort(), "localhost");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address();
    const serve = startMake(copy.path, ["serve", `PORT=${port}`]);
    assert.notEqual(await serve.exit, 0);
    assert.match(
      serve.output,
      new RegExp(`make serve: port ${port} on localhost is taken: .*make serve PORT=${port + 1}`),
    );
    await new Promise((resolve) => taken.close(resolve));
  });

  it("serves the page, and a result file dropped into data/ is on it without a restart", async () => {
    const port = await freePort();
    const serve = startMake(copy.path, ["serve", `PORT=${port}`]);
    const page = () =>
      fetch(`http://localhost:${port}/`).then(
        (response) => response.text(),
        () => "",
      );
    try {
      const first = await eventually(() => `a page; make printed: ${serve.output}`, page);
      assert.match(first, /data-chart=/);
      assert.doesNotMatch(first, /my-server/);

      writeFileSync(join(copy.path, "data/chat/sample.tsv"), SAMPLE);
      await eventually("the dropped file on the page", async () => (await page()).includes("my-server"));

      writeFileSync(join(copy.path, "data/chat/broken.tsv"), SAMPLE.replace("0.42", "fast"));
      await eventually("the broken file's fault", () =>
        serve.output.includes('data/chat/broken.tsv:2: latency_mean_ms: "fast"'),
      );
      assert.match(await page(), /my-server/, "the last good page is still served");

      rmSync(join(copy.path, "data/chat/broken.tsv"));
      rmSync(join(copy.path, "data/chat/sample.tsv"));
      await eventually("the page without the removed file", async () => !(await page()).includes("my-server"));
    } finally {
      await serve.stop();
    }
    await assert.rejects(fetch(`http://localhost:${port}/`), "nothing is left listening");
  });
});
