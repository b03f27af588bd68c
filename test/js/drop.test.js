// Dropped files: what they are, what is told of them, what joins the page, what a contribution is made of.

import assert from "node:assert/strict";
import { File } from "node:buffer";
import { readdirSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { lineChart } from "../../assets/js/charts/line.js";
import { bubbles } from "../../assets/js/drawing/bubble-scene.js";
import { lineSeries } from "../../assets/js/drawing/line-scene.js";
import { canonicalFile, pathFor } from "../../assets/js/drop/contribution.js";
import { droppedTechnologies, withDropped } from "../../assets/js/drop/dropped-dataset.js";
import { converterOf } from "../../assets/js/drop/foreign.js";
import { LIMITS } from "../../assets/js/drop/limits.js";
import { readDroppedFile } from "../../assets/js/drop/read-file.js";
import { byteChunks } from "../../assets/js/drop/text-stream.js";
import { identify } from "../../assets/js/import/adapters.js";
import { checkResultFile } from "../../assets/js/results/check.js";
import { figureRows } from "../../assets/js/table/figures.js";
import { chat, datasetOf, look, metrics, palette, read, readYaml, row, schemas, technologies } from "./sample.js";

const registry = { comparisons: [chat], metrics, technologies, palette };
const known = { schemas, technologies: technologies.map(({ id }) => id) };
const drop = (name, content, options) => readDroppedFile(new File([content], name), { registry, schemas }, options);

const HEADER = "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms";
const tsv = (...lines) => [HEADER, ...lines, ""].join("\n");
const SOUND = tsv("my-server\t1\t10\t1\t500\t0.31", "my-server\t1\t10\t2\t500\t0.33");

for (const { file } of readYaml("test/fixtures/broken/expected.yml").filter((one) => !one.file.endsWith(".csv"))) {
  test(`the broken file ${file} is told of as by make check-data`, async () => {
    const bytes = read(`test/fixtures/broken/${file}`);
    const { faults, doubts, cells } = await drop(file, bytes);
    const expected = checkResultFile(file, bytes, chat, known);
    assert.deepEqual({ faults, doubts }, { faults: expected.faults, doubts: expected.doubts ?? [] });
    assert.equal(cells, null);
  });
}

for (const file of readdirSync(new URL("../fixtures/accepted/", import.meta.url))) {
  test(`the unusual but sound file ${file} joins the page`, async () => {
    const { faults, cells, comparison } = await drop(file, read(`test/fixtures/accepted/${file}`));
    assert.deepEqual(faults, []);
    assert.equal(comparison, "chat");
    assert.ok(cells.technology.length > 0);
  });
}

test("plain, packed and with commas, a file gives the same cells", async () => {
  const { cells } = await drop("a.tsv", SOUND);
  assert.deepEqual(cells.figures.latency_mean_ms.mean, Float64Array.of(0.32));
  assert.deepEqual((await drop("a.tsv.gz", gzipSync(SOUND))).cells, cells);
  const commas = await drop("a.csv", SOUND.replaceAll("\t", ","));
  assert.deepEqual(commas.cells, cells);
  assert.equal(commas.assumed.length, 1);
});

test("a fault of a CSV names it and its line", async () => {
  const { faults } = await drop("a.csv", SOUND.replaceAll("\t", ",").replace("0.33", "fast"));
  assert.match(faults[0], /^a\.csv:3: latency_mean_ms: "fast" is not a number/);
});

const refusals = {
  "more columns than a file of ours has": ["a.tsv", `${new Array(1000).fill("a").join("\t")}\n`, /has 1000 columns/],
  "more cells than a page can show": [
    "a.tsv",
    tsv(...Array.from({ length: LIMITS.cells + 1 }, (_, i) => `a\t1\t${i + 1}\t1\t500\t1`)),
    /has more than 10000 cells/,
  ],
  "more technologies than a page can show": [
    "a.tsv",
    tsv(...Array.from({ length: LIMITS.technologies + 1 }, (_, i) => `a${i}\t1\t10\t1\t500\t1`)),
    /has more than 400 technologies/,
  ],
  "what is not gzip": ["a.tsv.gz", SOUND, /is not gzip, or cut off/],
  "gzip that is cut off": ["a.tsv.gz", gzipSync(SOUND).subarray(0, 40), /is not gzip, or cut off/],
  "a tab in a CSV's value": [
    "a.csv",
    'technology,rooms\n"a\tb",1\n',
    /has a tab or a line end within a value \(record 2/,
  ],
  "an open quote in a CSV": ["a.csv", 'technology,rooms\n"a,1\n', /expected comma-separated values/],
  "another kind of file": ["a.png", Uint8Array.of(0x89, 0x50), /is not a result file/],
};
for (const [what, [name, content, message]] of Object.entries(refusals)) {
  test(`refused: ${what}`, async () => {
    const { faults, cells } = await drop(name, content);
    assert.match(faults[0], message);
    assert.ok(faults[0].startsWith(`${name}:`));
    assert.equal(cells, null);
  });
}

test("what unpacks to more than is allowed is refused before it is all unpacked", async () => {
  const bomb = new File([gzipSync(Buffer.alloc(8 << 20))], "a.gz");
  let taken = 0;
  await assert.rejects(async () => {
    for await (const chunk of byteChunks(bomb, { packed: true, most: 1 << 20 })) taken += chunk.byteLength;
  }, /unpacks to more than 1 MiB \(expected 1 MiB of text at most\)/);
  assert.ok(taken <= 1 << 20);
});

test("of many faults some are told and the others counted, none at any length", async () => {
  const lines = Array.from({ length: LIMITS.faults + 7 }, (_, i) => `my-server\t1\t10\t${i + 1}\t500\tfast`);
  const many = await drop("a.tsv", tsv(...lines));
  assert.deepEqual([many.faults.length, many.more], [LIMITS.faults, 7]);
  const [long] = (await drop("a.tsv", `technology\t${"x".repeat(10_000)}\n`)).faults;
  assert.ok(long.length <= LIMITS.fault_characters + 1);
});

test("a foreign file joins as the result file that its adapter makes of it, with what was assumed", async () => {
  const adapter = {
    name: "a tool's output",
    read: (text, { fileName }) => ({
      run: {
        started_at: "2026-01-01T12:00:00Z",
        command: "tool",
        client: { name: "tool", version: "1" },
        machine: { cpu_model: "x", cpu_count: 2, memory_mib: 4096, kernel: "Linux" },
        notes: [`The file names no technology: ${fileName} does.`],
      },
      results: [row("my-server", 1, 10, 1, { latency_mean_ms: Number(text) })],
    }),
  };
  const convert = converterOf({ identify: (text) => (text.startsWith("1") ? adapter : undefined) });
  const { cells, assumed, faults } = await drop("my-server.txt", "1.5", { convert });
  assert.deepEqual(faults, []);
  assert.deepEqual([...cells.figures.latency_mean_ms.mean], [1.5]);
  assert.deepEqual(assumed, ["Read as a tool's output.", "The file names no technology: my-server.txt does."]);
  assert.match((await drop("my-server.txt", "?", { convert })).faults[0], /is not a result file/);
});

const foreign = readdirSync(new URL("../fixtures/foreign/", import.meta.url)).filter((name) => name !== "README.md");
const whole = {
  comparisons: readYaml("data/comparisons.yml"),
  metrics: readYaml("data/metrics.yml"),
  technologies,
  palette,
};

for (const name of foreign) {
  test(`the foreign file ${name} joins the comparison that script/import puts it into`, async () => {
    const file = new File([read(`test/fixtures/foreign/${name}`)], name);
    const { cells, comparison, faults } = await readDroppedFile(
      file,
      { registry: whole, schemas },
      { convert: converterOf({ identify }) },
    );
    assert.deepEqual(faults, []);
    assert.equal(comparison, identify(await file.text(), name).comparison);
    assert.ok(cells.technology.length > 0);
  });
}

test("rows, exported as TSV and dropped, give the figures of the file that they come from", async () => {
  for (const name of ["node-ws", "node-cluster"]) {
    const bytes = read(`test/fixtures/results/chat/${name}.json`);
    const original = await drop(`${name}.json`, bytes);
    const lines = JSON.parse(bytes).results;
    const header = [...new Set(lines.flatMap((line) => Object.keys(line)))];
    const text = [
      header.join("\t"),
      ...lines.map((line) => header.map((field) => line[field] ?? "").join("\t")),
      "",
    ].join("\n");
    const dropped = await drop(`${name}.tsv`, text);
    assert.deepEqual(dropped.faults, []);
    assert.deepEqual(dropped.cells, original.cells);
  }
});

test("a contribution is in canonical form: sorted columns, none empty, no byte order mark, one line end", async () => {
  const text =
    "\uFEFFlatency_mean_ms\tcpu_percent\ttechnology\tusers\trooms\titeration\tmessages_per_user\r\n0.31\t\tmy-server\t10\t1\t1\t500\r\n";
  const { path, blob } = await canonicalFile(new File([text], "x.tsv"), { registry, schemas });
  assert.equal(path, "data/chat/my-server.tsv");
  assert.equal(await blob.text(), tsv("my-server\t1\t10\t1\t500\t0.31"));
  const again = await canonicalFile(new File([await blob.text()], "x.tsv"), { registry, schemas });
  assert.equal(await again.blob.text(), await blob.text());
});

test("a JSON contribution holds what the file held", async () => {
  const bytes = read("test/fixtures/results/chat/node-ws.json");
  const { path, blob } = await canonicalFile(new File([gzipSync(bytes)], "x.json.gz"), { registry, schemas });
  assert.match(path, /^data\/chat\/node-ws-\d{4}-\d\d-\d\d\.json$/);
  assert.deepEqual(JSON.parse(await blob.text()), JSON.parse(bytes));
  assert.match(await blob.text(), /^ {4}\{"technology":"node-ws",.*\},$/m);
});

test("a path holds nothing of a name but letters, digits and hyphens", () => {
  assert.equal(pathFor("chat", ["a", "b"], null, "../My résumé (2).tsv"), "data/chat/my-r-sum-2.tsv");
  assert.equal(pathFor("chat", ["a", "b"], null, "….json"), "data/chat/results.json");
});

const own = datasetOf([
  row("node-ws", 1, 10, 1, { latency_mean_ms: 1, cpu_percent: 10 }),
  row("vertx", 1, 10, 1, { latency_mean_ms: 2 }),
]);

async function dropped(number, text) {
  return droppedTechnologies(number, await drop("mine.tsv", text), technologies, palette);
}

test("dropped technologies stand behind the page's own, with ids, names and dashes of their own", async () => {
  const [mine, theirs] = [await dropped(1, SOUND), await dropped(2, SOUND.replaceAll("my-server", "vertx"))];
  const joined = withDropped(own.own, [mine, theirs]);
  const all = joined.technologies.map(({ id, name }) => `${id}: ${name}`);
  const vertx = technologies.find(({ id }) => id === "vertx");
  assert.deepEqual(all.slice(2), ["yours.1.my-server: my-server (yours)", `yours.2.vertx: ${vertx.name} (yours 2)`]);
  assert.deepEqual(joined.technologies[3].color, vertx.color);
  assert.deepEqual(joined.technologies[2].dash, joined.technologies[3].dash);
  assert.deepEqual(joined.cells.technology.slice(-2), [2, 3]);
  assert.deepEqual(joined.cells.run.slice(-2), [own.runs.length, own.runs.length + 1]);
});

test("every column has a value or null for every cell, whoever lacks the field", async () => {
  const text = SOUND.replace("latency_mean_ms", "memory_mib");
  const { cells } = withDropped(own.own, [await dropped(1, text)]);
  const columns = Object.values(cells).flatMap((column) =>
    Array.isArray(column) ? [column] : [column.mean, column.ci95],
  );
  for (const column of columns) assert.equal(column.length, 3);
  assert.deepEqual(cells.memory_mib.mean, [null, null, 0.32]);
  assert.deepEqual(cells.cpu_percent.mean, [10, null, null]);
});

test("figures join with the digits that the page's own have, and before that have all, since files may be put together", async () => {
  const mine = await dropped(1, tsv("a\t1\t10\t1\t500\t0.123456789", "b\t1\t10\t1\t500\t123456.789"));
  assert.deepEqual([...mine.cells.figures.latency_mean_ms.mean], [0.123456789, 123456.789]);
  assert.deepEqual(withDropped(own.own, [mine]).cells.latency_mean_ms.mean.slice(-2), [0.1235, 123457]);
});

test("the page's own dataset stays as it is, so that dropped files can be removed", async () => {
  const before = structuredClone(own.own);
  withDropped(own.own, [await dropped(1, SOUND)]);
  assert.deepEqual(structuredClone(own.own), before);
});

test("dropped files stay when the page shows other figures of its own, and are gone once they are removed", async () => {
  const dataset = datasetOf([row("node-ws", 1, 10, 1, { latency_mean_ms: 1 })]);
  const mine = await dropped(1, SOUND);
  const ids = () => dataset.technologies.map(({ id }) => id);
  dataset.join((all) => withDropped(all, [mine]));
  dataset.show(datasetOf([row("vertx", 1, 10, 1, { latency_mean_ms: 2 })]).own);
  assert.deepEqual(ids(), ["vertx", "yours.1.my-server"]);
  assert.equal(dataset.figure(...dataset.cellsOf("yours.1.my-server", { rooms: 1 }), "latency_mean_ms").mean, 0.32);
  dataset.join((all) => withDropped(all, []));
  assert.deepEqual(ids(), ["vertx"]);
});

const line = { kind: "line", comparison: "chat", x: "messages", y: "latency", fixed: { rooms: 1 }, title: "Latency" };
const bubble = { kind: "bubble", x: "memory", y: "cpu", size: "latency", fixed: { rooms: 1, users: 10 } };

async function crowd() {
  const figures = { latency_mean_ms: 1, cpu_percent: 10, memory_mib: 50 };
  const dataset = datasetOf([row("node-ws", 1, 10, 1, figures)]);
  const header = "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\tcpu_percent\tmemory_mib";
  const mine = await dropped(1, `${header}\nmy-server\t1\t10\t1\t500\t3\t30\t70\n`);
  dataset.join((all) => withDropped(all, [mine]));
  const view = { shown: ["node-ws", "yours.1.my-server"], statistic: "mean", scale: "linear", cell: null };
  const lines = (spec, change) => lineSeries(dataset, { ...line, ...spec }, { ...view, ...change });
  const bubbleSets = (spec, change) => bubbles(dataset, { ...bubble, ...spec }, { ...view, ...change }).drawn;
  const ids = (drawn) => drawn.map(({ technology }) => technology.id);
  return {
    dataset,
    view,
    drawn: (...args) => [lines, bubbleSets].map((draw) => ids(draw(...args))),
  };
}

test("charts of dropped files alone draw these, the page's own all others, and without them the page's draw all", async () => {
  const { drawn } = await crowd();
  const both = ["node-ws", "yours.1.my-server"];
  assert.deepEqual(drawn({}, {}), [both, both]);
  assert.deepEqual(drawn({}, { apart: true }), [["node-ws"], ["node-ws"]]);
  assert.deepEqual(drawn({ yours: true }, { apart: true }), [["yours.1.my-server"], ["yours.1.my-server"]]);
  assert.deepEqual(drawn({ yours: true }, { apart: true, shown: ["node-ws"] }), [[], []]);
});

test("with one range for all, a chart of dropped files has the page's own range", async () => {
  const { dataset, view } = await crowd();
  const top = (spec, range) =>
    lineChart(dataset, { ...line, ...spec }, { ...view, apart: true, range }, look).config.options.scales.y.max;
  assert.notEqual(top({}, "own"), top({ yours: true }, "own"));
  assert.equal(top({}, "same"), top({ yours: true }, "same"));
});

test("the table of a chart of dropped files has their rows alone", async () => {
  const { dataset, view } = await crowd();
  const names = (spec) => figureRows(dataset, { ...line, ...spec }, view).map(({ texts: [name] }) => name);
  assert.equal(names({}).length, 2);
  assert.deepEqual(names({ yours: true }), ["my-server (yours)"]);
});

test("a TSV of any length is judged row by row, and every fault is told with its line", async () => {
  const rows = Array.from({ length: 400_000 }, (_, i) => `my-server\t1\t10\t${i + 1}\t500\t0.31`);
  assert.deepEqual((await drop("a.tsv", [HEADER, ...rows, ""].join("\n"))).faults, []);
  rows[399_000] = rows[399_000].replace("0.31", "fast");
  const { faults } = await drop("a.tsv", [HEADER, ...rows, ""].join("\n"));
  assert.deepEqual(faults, ['a.tsv:399002: latency_mean_ms: "fast" is not a number (expected milliseconds, ≥ 0)']);
});

test("of a TSV with nothing but faults no more is read than is of use", async () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => `my-server\t1\t10\t${i + 1}\t500\tfast`);
  const { faults, more } = await drop("a.tsv", [HEADER, ...rows, ""].join("\n"));
  assert.equal(faults.length, LIMITS.faults);
  assert.ok(more < 100_000, String(more));
});

test("a file that has too many values for anything but TSV is refused before it is parsed", async () => {
  const { faults } = await drop("a.json", `[${"{},".repeat(1_500_000)}{}]`);
  assert.deepEqual(faults, ["a.json: has more than 2000000 values (expected as many as a page can judge)"]);
});
