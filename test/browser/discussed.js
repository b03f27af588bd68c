// Sites with a post that readers talk about, over the invented results: one whose comments giscus keeps, one that has a repository alone.
// What stands in for giscus answers on a port of its own.

import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const SHARED = ["_includes", "_layouts", "assets", "schema", "404.html"];
const POST = `---
layout: post
title: Two & “three”
comparison: chat
---

A finding.
{: .lead}

{% include technology-buttons.html %}

<div class="charts">
{% include chart.html kind="line" y="latency" rooms=1 %}
</div>
`;

/** Writes a site's source. */
export function inventPost(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "_posts"), { recursive: true });
  for (const name of SHARED) symlinkSync(join(root, name), join(folder, name));
  symlinkSync(join(root, "test/fixtures/site/index.md"), join(folder, "index.md"));
  cpSync(join(root, "test/fixtures/results"), join(folder, "data"), { recursive: true });
  writeFileSync(join(folder, "_posts/2024-05-01-talk.md"), POST);
}

export const REPOSITORY = "https://github.example/bench/bench";

/** What the configuration of these sites has besides. @param {string} giscus address of what stands in for it */
export const settings = (giscus) => ({
  asked: `repository: ${REPOSITORY}\n`,
  discussed: `giscus: { host: "${giscus}", repo: bench/bench, repo_id: R_1, category: Posts, category_id: C_1 }\n`,
});

/** As giscus' own: a script that puts a style sheet into the head and a frame behind itself, which shows what the script was told. */
const CLIENT = `const { dataset, src } = document.currentScript;
const { origin } = new URL(src);
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: origin + "/default.css" }));
const frame = Object.assign(document.createElement("iframe"), { title: "Comments", src: origin + "/widget?" + new URLSearchParams(dataset) });
document.currentScript.after(frame);`;
const ANSWERS = {
  "/client.js": ["text/javascript", CLIENT],
  "/default.css": ["text/css", "iframe { border: 0 }"],
  "/widget": ["text/html", "<!doctype html><title>Comments</title><p>First!</p>"],
};

/** @returns {Promise<import("node:http").Server>} what stands in for giscus, listening */
export async function standInForGiscus() {
  const server = createServer((request, response) => {
    const [type, text] = ANSWERS[new URL(request.url, "http://localhost").pathname] ?? ["text/plain", ""];
    response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" }).end(text);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
