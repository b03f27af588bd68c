// What is taken away says what the page says: pictures, figures, words.

import assert from "node:assert/strict";
import test from "node:test";
import { recordsOf } from "../../assets/js/export/figures.js";
import { csv, json, markdown } from "../../assets/js/export/formats.js";
import { element, escaped } from "../../assets/js/export/markup.js";
import { shapeMarkup } from "../../assets/js/export/shapes.js";
import { chartSvg } from "../../assets/js/export/svg.js";
import { bibtex, chartWords, citation, embedSnippet, fileName, noteLines } from "../../assets/js/export/words.js";
import { defaultView } from "../../assets/js/state.js";
import { datasetOf, look, row } from "./sample.js";

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
  assert.ok(noteLines({ floors: [], series: [] }, mine)[0].endsWith(`Source: ${mine.source}`));
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

const point = (x, y, rest = {}) => ({
  at: { x, y },
  radius: undefined,
  hollow: false,
  whisker: null,
  ring: false,
  cross: null,
  ...rest,
});
const axis = (title) => ({
  title,
  ticks: [
    { label: "0", at: 10 },
    { label: "5 < 6", at: 90 },
  ],
});
const geometry = {
  width: 300,
  height: 200,
  area: { left: 40, right: 290, top: 10, bottom: 150 },
  x: axis("Messages"),
  y: axis("Latency & more"),
  floors: [140],
  series: [
    {
      name: "Node.js",
      kind: "line",
      color: "#0072b2",
      dash: [6, 3],
      width: 2,
      shape: { style: "rect", rotation: 0, radius: 5 },
      points: [
        point(50, 100, { whisker: { top: 90, bottom: 110, capped: { top: true, bottom: false } } }),
        point(80, 90, { hollow: true, ring: true }),
        { ...point(0, 0), at: null, cross: { x: 100, y: 150 } },
        point(120, 60),
      ],
    },
  ],
};
const measure = (text, size) => text.length * size * 0.6;
const picture = chartSvg(
  geometry,
  { title: "A < B", subtitle: "p99", summary: "Line chart.", notes: ["Measured."] },
  look,
  measure,
);

test("a picture is sound XML: what it names is escaped", () => {
  assert.ok(picture.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="332"'));
  assert.ok(picture.includes("A &lt; B") && picture.includes("Latency &amp; more") && picture.includes("5 &lt; 6"));
  assert.equal(escaped('"<&>'), "&quot;&lt;&amp;&gt;");
  assert.equal(element("line", { x1: 1.23456, "stroke-dasharray": null }), '<line x1="1.23"/>');
});

test("a gap stays a gap, a dash a dash, and a hollow point hollow", () => {
  assert.ok(picture.includes('d="M50 100L80 90M120 60"'));
  assert.ok(picture.includes('stroke-dasharray="6 3"'));
  assert.equal(picture.match(/<rect [^>]*fill="#ffffff"[^>]*stroke="#0072b2"/g).length, 1);
});

test("whisker, ring, cross and noise floor are drawn, and told below as far as there are any", () => {
  assert.ok(picture.includes('d="M50 90V110M46 90h8"'));
  assert.ok(picture.includes('<circle cx="80" cy="90" r="9"'));
  assert.ok(picture.includes('d="M95.5 145.5L104.5 154.5'));
  assert.ok(picture.includes('y1="140" x2="290" y2="140"'));
  const [marks, source] = noteLines(geometry, words);
  assert.equal(
    marks,
    "Whiskers: 95 % confidence intervals. Hollow: the client may have been the limit. Ring: messages were lost. " +
      "Cross: an iteration did not finish. Dotted line: noise floor.",
  );
  assert.match(source, /^Measured 2026-11-20 to 2026-11-21\. Source: Realtime Bench, https/);
  const plain = { floors: [], series: [{ points: [point(1, 1)] }] };
  assert.equal(noteLines(plain, words).length, 1);
});

test("a long legend takes several rows, and the picture grows by them", () => {
  const many = { ...geometry, series: Array.from({ length: 6 }, () => geometry.series[0]) };
  const height = (svg) => Number(svg.match(/height="([\d.]+)"/)[1]);
  const tall = chartSvg(many, { title: "", subtitle: "", summary: "", notes: [] }, look, measure);
  const short = chartSvg(geometry, { title: "", subtitle: "", summary: "", notes: [] }, look, measure);
  assert.ok(height(tall) > height(short));
});

test("every shape of the registry has corners of its own", () => {
  const shapes = [
    { style: "circle", rotation: 0 },
    { style: "rect", rotation: 0 },
    { style: "rectRounded", rotation: 0 },
    { style: "rectRot", rotation: 0 },
    ...[0, 90, 180].map((rotation) => ({ style: "triangle", rotation })),
  ];
  const drawn = shapes.map((shape) => shapeMarkup({ ...shape, radius: 5 }, { x: 10, y: 10 }, {}));
  assert.equal(new Set(drawn).size, shapes.length);
  assert.equal(drawn[3], '<polygon points="10,5 15,10 10,15 5,10"/>');
});
