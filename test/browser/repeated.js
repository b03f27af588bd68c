// A site whose technologies were measured several times: the invented results of test/fixtures/results, and beside them
// an older run of node-ws on the same machine and a newer one on another.

import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SHARED = ["_includes", "_layouts", "assets", "schema", "404.html"];
const REGISTRIES = ["comparisons.yml", "metrics.yml", "technologies.yml", "palette.yml"];
const LATENCY = /^latency_/;
const PAGE = `---
layout: page
title: Measured several times
comparison: chat
---

{% include technology-buttons.html %}

<div class="charts">
{% include chart.html kind="line" y="latency" rooms=1 %}
{% include chart.html kind="line" y="latency" rooms=2 %}
</div>

## One cell

{% include cell-choice.html rooms=1 users=60 %}

{% include chart.html kind="bubble" x="memory" y="cpu" size="latency" rooms=1 users=60 %}

{% include cell-summary.html rooms=1 users=60 %}

## The files

{% include files.html %}
`;

/** Writes the site's source. */
export function inventRepetitions(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "data", "chat"), { recursive: true });
  for (const name of SHARED) symlinkSync(join(root, name), join(folder, name));
  for (const name of REGISTRIES) cpSync(join(root, "data", name), join(folder, "data", name));
  cpSync(join(root, "test/fixtures/results/chat"), join(folder, "data", "chat"), { recursive: true });
  writeFileSync(join(folder, "index.md"), PAGE);
  const pattern = readFileSync(join(root, "test/fixtures/results/chat/node-ws.json"), "utf8");
  writeFileSync(join(folder, "data/chat/then.json"), again(pattern, 2, { started_at: "2000-05-01T09:00:00Z" }));
  const elsewhere = { started_at: "2002-02-02T10:30:00Z", cpu_model: "Another CPU" };
  writeFileSync(join(folder, "data/chat/elsewhere.json"), again(pattern, 3, elsewhere));
}

/** The result file once more, its latencies multiplied, of a run of an older Node.js that began at another time, perhaps elsewhere. */
function again(pattern, factor, { started_at, cpu_model }) {
  const file = JSON.parse(pattern);
  file.run.started_at = started_at;
  file.run.servers[0].versions.node = "0.0.0-before";
  if (cpu_model) file.run.machine.cpu_model = cpu_model;
  for (const row of file.results) {
    for (const field of Object.keys(row).filter((name) => LATENCY.test(name))) row[field] *= factor;
  }
  return JSON.stringify(file);
}
