// What the build draws of a site, and that its files are pictures to a reader that is no browser.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { datasetOf, read, row } from "./sample.js";

const FONTS = ["400Regular/Arimo_400Regular.ttf", "600SemiBold/Arimo_600SemiBold.ttf"].map((name) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/arimo/${name}`)),
);
const INK = [0x1a, 0x1c, 0x20];

const figures = (i, users) => ({
  latency_mean_ms: (i + 1) * users,
  latency_p99_ms: (i + 2) * users,
  cpu_percent: 10 + 20 * i + users,
  memory_mib: 50 + 60 * i,
});
const ids = ["node-ws", "node-cluster", "vertx"];
const dataset = datasetOf(
  ids.flatMap((id, i) => [10, 20, 40].map((users) => row(id, 1, users, 1, figures(i, users)))),
  () => 0,
  [{ id: "a", name: "2026-11-20", files: [], started_at: "2026-11-20T10:00:00Z", noise_floor: null }],
).own;
const data = { ...dataset, technologies: dataset.technologies.map((one) => ({ ...one, name: `${one.name} <&>` })) };
const line = {
  id: "latency-1-room",
  spec: {
    kind: "line",
    comparison: "chat",
    x: "messages",
    y: "latency",
    fixed: { rooms: 1 },
    title: "Latency, 1 room",
  },
  label: "Line chart in its place",
  description: "Line chart by itself",
};
const bubble = {
  id: "bubbles",
  spec: {
    kind: "bubble",
    comparison: "chat",
    x: "memory",
    y: "cpu",
    size: "latency",
    fixed: { rooms: 1, users: 20 },
    title: "CPU, memory and latency",
  },
  label: "Bubble chart in its place",
  description: "Bubble chart by itself",
};
const site = {
  site: { title: "The <site>", address: "https://bench.example/base" },
  datasets: { chat: data },
  pages: [
    {
      url: "/x/",
      comparisons: ["chat"],
      charts: [line, bubble],
      summaries: [{ comparison: "chat", cell: { rooms: 1, users: 20 } }],
      image: "latency-1-room",
    },
    { url: "/y/", comparisons: [], charts: [], sketches: [{ spec: line.spec, technologies: ids }], image: null },
  ],
};

function draw(input) {
  const script = fileURLToPath(new URL("../../script/draw-charts.mjs", import.meta.url));
  return spawnSync(process.execPath, [script], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
}

/** A site and its pages, a line each. */
function told({ pages, ...about }) {
  return [about, ...pages].map((document) => JSON.stringify(document)).join("\n");
}

const { stdout, stderr, status } = draw(told(site));
assert.equal(status, 0, stderr);
const { symbols, pages } = JSON.parse(stdout);
const [page, other] = pages;
const [lines, bubbles] = page.charts;

/** The pixels of a picture, as red, green, blue and opacity. */
function pixelsOf(svg) {
  const font = { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "Arimo" };
  return new Resvg(svg, { font, fitTo: { mode: "width", value: 1200 } }).render().pixels;
}

/** How many pixels are near a colour. */
function count(pixels, [red, green, blue]) {
  let found = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const apart = Math.abs(pixels[i] - red) + Math.abs(pixels[i + 1] - green) + Math.abs(pixels[i + 2] - blue);
    if (apart < 12) found++;
  }
  return found;
}

const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

for (const { id, files } of page.charts) {
  for (const [scale, svg] of Object.entries(files)) {
    test(`${id}, ${scale}, has the ink of each technology and of texts on light ground, by a rasteriser that is no browser`, () => {
      const pixels = pixelsOf(svg);
      const whole = pixels.length / 4;
      assert.ok(count(pixels, [255, 255, 255]) > whole / 2, "ground");
      assert.ok(count(pixels, [0, 0, 0]) < whole / 100, "not black all over");
      assert.ok(count(pixels, INK) > 500, "text");
      for (const { color, name } of data.technologies) assert.ok(count(pixels, rgb(color.light)) > 50, name);
    });
  }
}

test("the card is 1200 by 630 pixels, of the chart that its page names", () => {
  const card = Buffer.from(page.image, "base64");
  assert.equal(card.toString("latin1", 1, 4), "PNG");
  assert.deepEqual([card.readUInt32BE(16), card.readUInt32BE(20)], [1200, 630]);
  assert.equal(other.image, null);
});

test("in a sketch of all lines each can be named by an address, and none stands out unless it is", () => {
  const [sketch] = other.sketches;
  const named = [...sketch.matchAll(/<g class="series" [^>]*id="([^"]*)"/g)].map(([, id]) => id);
  assert.deepEqual(named.sort(), [...ids].sort());
  assert.match(sketch, /\.series:target\{opacity:1/);
  assert.doesNotMatch(page.thumbnail, /target| id=/);
});

test("pages come back in order, with their charts, words and tables", () => {
  assert.deepEqual(
    pages.map(({ url, charts }) => [url, charts.map(({ id }) => id)]),
    [
      ["/x/", ["latency-1-room", "bubbles"]],
      ["/y/", []],
    ],
  );
  assert.match(symbols, /^<defs>.*<\/defs>$/);
  assert.deepEqual([lines.title, bubbles.title], ["Latency, 1 room", "CPU, memory and latency, 1 room, 20 users"]);
  assert.match(lines.words, /^Lowest at 800,000: Node\.js &lt;&amp;&gt; \(40\.0\u00a0ms\), 2\.00 × below /);
  assert.match(bubbles.words, /^Efficient frontier \(thick rims\): Node\.js &lt;&amp;&gt;\. /);
  assert.deepEqual([lines.missing, lines.size_key], ["", null]);
  assert.match(
    bubbles.size_key,
    /^<span>Area: Latency, mean \(ms\)<\/span><span class="size-key-entry"><svg width="\d+"/,
  );
});

test("a chart's files are the chart as it opens, and on the other scale than that", () => {
  assert.deepEqual(Object.keys(lines.files), ["opening", "linear"]);
  assert.deepEqual(Object.keys(bubbles.files), ["opening", "log"]);
});

test("in its place a chart refers to its table, by itself it names source and day", () => {
  assert.match(lines.svg, /<desc>Line chart in its place<\/desc>/);
  assert.match(lines.files.linear, /<desc>Line chart by itself<\/desc>/);
  assert.match(
    lines.files.opening,
    />Measured 2026-11-20\. Source: The &lt;site&gt;, https:\/\/bench\.example\/base\/x\/</,
  );
});

test("a chart's table has a row a cell, written as the page's script writes it", () => {
  const heads = [...lines.table.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, text]) => text);
  assert.deepEqual(heads.slice(0, 5), [
    "Technology",
    "Users per room",
    "Messages delivered",
    "Iterations",
    "Mean (ms)",
  ]);
  assert.equal(heads.at(-1), "Remarks");
  assert.equal(lines.table.match(/<tr>/g).length, 1 + 9);
  assert.match(
    lines.table,
    /<th scope="row">Node\.js &lt;&amp;&gt;<\/th><td class="number">10<\/td><td class="number">50,000</,
  );
});

test("a cell's summary has what scripts find their way by, and none where no technology has the cell", () => {
  const [summary] = page.summaries;
  assert.match(summary, /^<thead><tr><th scope="col">Technology<\/th><th scope="col" class="number">Iterations<\/th>/);
  assert.match(summary, /<tbody><tr data-technology="node-ws"><th scope="row">Node\.js &lt;&amp;&gt;<\/th>/);
  assert.match(summary, /<\/th><td class="number">1<\/td>/);
  assert.match(summary, /<td class="number">40\.0<\/td>/);
  assert.match(summary, /<td><\/td><\/tr>/);
  const gone = { ...site.pages[1], summaries: [{ comparison: "chat", cell: { rooms: 9, users: 9 } }] };
  assert.deepEqual(JSON.parse(draw(told({ ...site, pages: [gone] })).stdout).pages[0].summaries, [""]);
});

test("a comparison without results is drawn empty", () => {
  const empty = { ...data, technologies: [], shown: [], runs: [], cells: emptied(data.cells) };
  const { pages: drawn } = JSON.parse(draw(told({ ...site, datasets: { chat: empty } })).stdout);
  assert.match(drawn[0].charts[0].svg, /class="axis"/);
  assert.equal(drawn[0].charts[0].words, "");
});

test("a page that is told again is drawn as it is then", () => {
  const [first] = site.pages;
  const { pages: drawn } = JSON.parse(draw(told({ ...site, pages: [{ ...first, charts: [line] }, first] })).stdout);
  assert.deepEqual(
    drawn.map(({ url, charts }) => [url, charts.length]),
    [["/x/", 2]],
  );
});

test("what is wrong is one line, and the status says so", () => {
  for (const [input, message] of [
    ["{", /^draw-charts: .*JSON.*\n$/],
    [told({ ...site, pages: [{ ...site.pages[0], image: "gone" }] }), /^draw-charts: \/x\/: chart gone is unknown/],
    [told({ ...site, datasets: {} }), /^draw-charts: \/x\/: comparison chat is unknown/],
  ]) {
    const failed = draw(input);
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, message);
    assert.equal(failed.stderr.trimEnd().split("\n").length, 1);
  }
});

test("the font's licence comes with it", () => {
  assert.ok(read("node_modules/@expo-google-fonts/arimo/LICENSE_FONT").length > 0);
});

function emptied(cells) {
  const empty = (column) => (Array.isArray(column) ? [] : { mean: [], ci95: [] });
  return Object.fromEntries(Object.entries(cells).map(([name, column]) => [name, empty(column)]));
}
