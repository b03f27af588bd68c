// What is taken away says what the page says: pictures, figures, words.

import assert from "node:assert/strict";
import test from "node:test";
import { svgFile } from "../../assets/js/drawing/picture.js";
import { sceneOf } from "../../assets/js/drawing/scene.js";
import { noteLines } from "../../assets/js/drawing/words.js";
import { doubtAddress } from "../../assets/js/export/doubt.js";
import { recordsOf } from "../../assets/js/export/figures.js";
import { csv, json, markdown } from "../../assets/js/export/formats.js";
import { bibtex, chartWords, citation, embedSnippet, fileName, provenance } from "../../assets/js/export/words.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { defaultView } from "../../assets/js/state.js";
import { datasetOf, row, technologies } from "./sample.js";

const RUNS = [{ started_at: "2026-11-20T23:10:00Z" }, { started_at: "2026-11-21T09:14:00Z" }];
const rows = [
  row("node-ws", 1, 10, 1, { latency_mean_ms: 1, latency_p99_ms: 4, cpu_percent: 10, memory_mib: 50 }),
  row("node-ws", 1, 10, 2, { latency_mean_ms: 3, latency_p99_ms: 6, cpu_percent: 20, memory_mib: 60 }),
  row("node-cluster", 1, 10, 1, {
    latency_mean_ms: 2,
    latency_p99_ms: 5,
    cpu_percent: 30,
    memory_mib: 90,
    lost_deliveries: 3,
    expected_deliveries: 50000,
  }),
  row("vertx", 1, 10, 1, { latency_mean_ms: 7, latency_p99_ms: 9, cpu_percent: 40, memory_mib: 200 }),
];
const dataset = datasetOf(rows, (technology) => (technology === "node-ws" ? 0 : 1), RUNS);
const line = {
  kind: "line",
  comparison: "chat",
  x: "messages",
  y: "latency",
  fixed: { rooms: 1 },
  title: "Latency, 1 room",
};
const bubble = {
  kind: "bubble",
  comparison: "chat",
  x: "memory",
  y: "cpu",
  size: "latency",
  fixed: { rooms: 1, users: 10 },
  title: "CPU, memory and latency",
};
const page = {
  technologies: ["node-ws", "node-cluster", "vertx"],
  shown: ["node-ws", "node-cluster", "vertx"],
  statistics: ["mean", "p99"],
  cells: [],
  cell: null,
  columns: ["technology"],
  runs: [],
  axes: ["users"],
};
const view = { ...defaultView(page), shown: ["node-ws", "node-cluster"], statistic: "p99" };
const site = {
  name: "Realtime Bench",
  page: "Which server?",
  address: "https://bench.example/2026/http/",
  id: "latency-1-room",
};
const words = chartWords(dataset, line, view, site, page);

test("the figures are those drawn, each with its interval, what went wrong, its run and its file", () => {
  const [first, second, ...rest] = recordsOf(dataset, line, view);
  assert.equal(rest.length, 0);
  assert.equal(first.latency_p99_ms, 5);
  assert.ok(Math.abs(first.latency_p99_ms_ci95 - 12.706204736175) < 1e-6);
  assert.deepEqual(
    [second.technology, second.name, second.rooms, second.users, second.messages, second.iterations],
    ["node-cluster", "Node.js cluster", 1, 10, 50000, 1],
  );
  assert.deepEqual([second.latency_p99_ms_ci95, second.lost_deliveries], [null, 3]);
  assert.deepEqual([second.started_at, second.file], [RUNS[1].started_at, "data/chat/node-cluster.json"]);
});

test("a bubble chart's figures are of all its metrics, in the cell", () => {
  const [first] = recordsOf(dataset, bubble, view);
  assert.deepEqual([first.latency_p99_ms, first.cpu_percent, first.memory_mib], [5, 15, 55]);
});

test("CSV quotes what would break it, and leaves empty what is missing", () => {
  assert.equal(
    csv([
      { a: 1, b: 'x,"y"' },
      { a: null, b: "z" },
    ]),
    'a,b\r\n1,"x,""y"""\r\n,z\r\n',
  );
});

test("JSON names chart, source and day", () => {
  const found = JSON.parse(json(recordsOf(dataset, line, view), words));
  assert.deepEqual(Object.keys(found), ["title", "subtitle", "source", "measured", "figures"]);
  assert.equal(found.figures.length, 2);
});

test("the Markdown table writes figures as the page does", () => {
  assert.deepEqual(markdown(dataset, line, view, words).split("\n").slice(2, 6), [
    "| Technology | Rooms | Users per room | Messages delivered | Iterations | Latency, p99 (ms) | Remarks |",
    "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    "| Node.js | 1 | 10 | 50,000 | 2 | 5.00 ± 12.71 |  |",
    "| Node.js cluster | 1 | 10 | 50,000 | 1 | 5.00 | 3 of 50,000 deliveries lost |",
  ]);
});

test("title, source and days are those of the chart and its view, without the tables' own words", () => {
  assert.equal(words.title, "Latency, 1 room");
  assert.equal(words.subtitle, "p99, ms; lower is better");
  assert.equal(words.source, "https://bench.example/2026/http/?show=node-ws,node-cluster&stat=p99#latency-1-room");
  assert.equal(words.measured, "Measured 2026-11-20 to 2026-11-21");
  const sorted = { ...view, sort: { column: "technology", descending: true }, versus: ["node-ws", "vertx"] };
  assert.equal(chartWords(dataset, line, sorted, site, page).source, words.source);
  assert.equal(chartWords(datasetOf(rows), line, view, site, page).measured, "Date of measurement not stated");
});

test("a picture of dropped files alone names them, and nobody as who published them", () => {
  const mine = chartWords(dataset, { ...line, yours: true }, view, site, page);
  assert.equal(mine.publisher, null);
  assert.equal(mine.source, [...new Set(recordsOf(dataset, line, view).map(({ file }) => file))].join(", "));
  const scene = { kind: "line", floors: [], series: [], words: { failed: [] } };
  assert.ok(noteLines(scene, mine)[0].endsWith(`Source: ${mine.source}`));
});

test("a doubt is an issue with view, chart, run and the first of its files", () => {
  const words = chartWords(dataset, line, view, site, page);
  const files = Array.from({ length: 33 }, (_, i) => `data/${i}.json`);
  const { searchParams, origin } = new URL(
    doubtAddress("https://code.example/a/b", words, { runs: ["A", "B"], files }),
  );
  assert.equal(origin, "https://code.example");
  assert.equal(searchParams.get("title"), "Doubt: Latency, 1 room");
  const body = searchParams.get("body").split("\n");
  assert.ok(body.includes(`View: ${words.source}`));
  assert.ok(body.includes("Run: A; B"));
  assert.deepEqual(body.slice(-2), ["- data/29.json", "- and 3 more"]);
});

test("a doubt names published files alone, each once", () => {
  const { files } = provenance(dataset, line, view);
  assert.deepEqual(files, [...new Set(files)]);
  const own = dataset.technologies.map((one) => ({ ...one, id: `yours.${one.id}` }));
  const yours = readDataset({ ...dataset.own, technologies: own });
  const shown = yours.technologies.map(({ id }) => id);
  assert.deepEqual(provenance(yours, line, { ...view, shown }), { runs: [], files: [] });
});

test("a file's name says chart, cell and statistic", () => {
  assert.equal(fileName(dataset, line, view, site), "realtime-bench-latency-1-room-p99");
  const of = { ...site, id: "bubbles" };
  assert.equal(fileName(dataset, bubble, view, of), "realtime-bench-bubbles-1-room-10-users-p99");
});

test("a citation has all that leads back to the figure", () => {
  assert.equal(
    citation(words, site, "2026-11-22"),
    "Realtime Bench, “Which server?”: Latency, 1 room (p99, ms; lower is better). Measured 2026-11-20 to 2026-11-21. " +
      `${words.source} (accessed 2026-11-22).\n`,
  );
  assert.match(bibtex(words, site, "2026-11-22"), /year = \{2026\}/);
  const cpu = chartWords(dataset, { ...line, y: "cpu", title: "CPU, 1 room" }, view, site, page);
  assert.match(bibtex(cpu, site, "2026-11-22"), /mean, \\%; lower/);
});

test("an embed names its chart, its page where that isn't the first, and its view, as markup", () => {
  const snippet = embedSnippet(words, site, "https://bench.example/embed/");
  assert.ok(
    snippet.startsWith(
      '<iframe src="https://bench.example/embed/?chart=latency-1-room&amp;page=/2026/http/&amp;show=node-ws,node-cluster&amp;stat=p99" title="Latency',
    ),
    snippet,
  );
  const first = { ...site, address: "https://bench.example/" };
  assert.ok(
    embedSnippet({ ...words, query: "" }, first, "https://bench.example/embed/").includes('?chart=latency-1-room"'),
  );
});

const picture = (dataset, spec, view, words, width = 960) => {
  const scene = sceneOf(dataset, spec, view);
  return svgFile(scene, { ...words, description: "", notes: noteLines(scene, words) }, { width, plotHeight: 460 });
};

test("a picture has the chart's words, and where it is too narrow for lines' names grows by the rows of a legend", () => {
  const height = (svg) => Number(svg.match(/height="([\d.]+)"/)[1]);
  const few = picture(dataset, line, view, words);
  for (const told of [words.title, words.subtitle, words.measured, "&amp;stat=p99#latency-1-room"]) {
    assert.ok(few.includes(told), told);
  }
  const shown = technologies.slice(0, 14).map(({ id }) => id);
  const crowd = datasetOf(shown.map((id) => row(id, 1, 10, 1, { latency_p99_ms: 1 })));
  const [wide, narrow] = [960, 500].map((width) => picture(crowd, line, { ...view, shown }, words, width));
  assert.ok(height(narrow) > height(picture(dataset, line, view, words, 500)));
  for (const svg of [wide, narrow]) assert.equal(svg.match(/>Node\.js cluster<\/text>/g).length, 1);
});

test("the notes tell the marks that a picture has, and no others", () => {
  const [marks, source] = noteLines(sceneOf(dataset, line, view), words);
  assert.equal(marks, "Whiskers: 95 % confidence intervals. Ring: messages were lost.");
  assert.match(source, /^Measured 2026-11-20 to 2026-11-21\. Source: Realtime Bench, https/);
  const plain = datasetOf([row("node-ws", 1, 10, 1, { latency_p99_ms: 1 })]);
  assert.equal(noteLines(sceneOf(plain, line, view), words).length, 1);
});

test("a bubble chart's subtitle has the cell and what the areas are", () => {
  const { subtitle } = chartWords(dataset, bubble, view, site, page);
  assert.equal(subtitle, "1 room, 10 users; area: Latency, p99 (ms)");
});
