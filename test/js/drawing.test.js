// The one drawing, in both its frames: points, gaps, doubts, bubbles and names are where the data has them.

import assert from "node:assert/strict";
import test from "node:test";
import { fixed } from "../../assets/js/drawing/frame.js";
import { legend } from "../../assets/js/drawing/key.js";
import { DARK, LIGHT } from "../../assets/js/drawing/look.js";
import { element, escaped, htmlElement, percent, rounded } from "../../assets/js/drawing/markup.js";
import { inlineSvg, SYMBOLS, svgFile } from "../../assets/js/drawing/picture.js";
import { sceneOf } from "../../assets/js/drawing/scene.js";
import { shapeMarkup } from "../../assets/js/drawing/shapes.js";
import { textWidth } from "../../assets/js/drawing/text.js";
import { datasetOf, read, row, technologies } from "./sample.js";

const LINE = {
  kind: "line",
  comparison: "chat",
  x: "messages",
  y: "latency",
  fixed: { rooms: 1 },
  title: "Latency, 1 room",
};
const BUBBLE = {
  kind: "bubble",
  comparison: "chat",
  x: "memory",
  y: "cpu",
  size: "latency",
  fixed: { rooms: 1, users: 10 },
  title: "CPU, memory and latency",
};
const WORDS = { title: "A < B", subtitle: "mean & more", description: "What it is", notes: ["Measured."] };
const SIZE = { width: 960, height: 504 };

/** Latencies by users: 10, 20, 30 and 40 users make 50, 200, 450 and 800 thousand messages. */
const latencies = (technology, byUsers) =>
  Object.entries(byUsers).map(([users, latency_mean_ms]) => row(technology, 1, Number(users), 1, { latency_mean_ms }));

const twice = (one, other, rest = {}) => [
  row("node-ws", 1, 10, 1, { latency_mean_ms: one, ...rest }),
  row("node-ws", 1, 10, 2, { latency_mean_ms: other, ...rest }),
];

const bubbleRow = (technology, latency_mean_ms, i, rest = {}) =>
  row(technology, 1, 10, 1, { latency_mean_ms, cpu_percent: 40 + 10 * i, memory_mib: 50 + 40 * i, ...rest });

function sceneOfRows(rows, { spec = LINE, runs = [], ...change } = {}) {
  const dataset = datasetOf(rows, () => 0, runs);
  return sceneOf(dataset, spec, { shown: dataset.shown, statistic: "mean", scale: "linear", cell: null, ...change });
}

const inline = (...args) => inlineSvg(sceneOfRows(...args), WORDS);
const file = (...args) => svgFile(sceneOfRows(...args), WORDS, SIZE);
const all = (svg, pattern) =>
  [...svg.matchAll(pattern)].map(([, ...groups]) => (groups.length > 1 ? groups : groups[0]));
const paths = (svg) => all(svg, /<path(?: stroke-dasharray="[^"]*")? d="(M[^"Z]*)"/g);
const points = (svg) =>
  all(svg, /<use(?: class="hollow" fill="#ffffff")? href="#(?:point|fine)-(\w+)" y="([^"]*)" x="([^"]*)"/g).map(
    ([shape, y, x]) => [shape, x, y],
  );

test("a point stands at its share of both axes, whatever the box", () => {
  const svg = inline(latencies("node-ws", { 10: 1, 40: 4 }));
  assert.deepEqual(points(svg), [
    ["circle", "6.3%", "75%"],
    ["circle", "100%", "0%"],
  ]);
  assert.deepEqual(paths(svg), ["M6.3 75 100 0"]);
});

test("in a file the same point stands at its pixel, and nothing refers to what isn't there", () => {
  const svg = file(latencies("node-ws", { 10: 1, 40: 4 }));
  const [line] = paths(svg).filter((d) => d.includes("."));
  const [x1, y1, x2, y2] = line.slice(1).split(" ").map(Number);
  const middles = all(svg, /<circle cx="([^"]*)"(?: cy="([^"]*)")? r="5"/g).map(([x, y = 0]) => [Number(x), Number(y)]);
  assert.deepEqual(middles, [
    [x1, y1],
    [x2, y2],
  ]);
  assert.equal(y2, 0);
  assert.ok(!/href=|vector-effect|%"/.test(svg));
});

test("a technology has its colours, its dash and its shape", () => {
  const svg = inline(latencies("node-cluster", { 10: 1, 20: 2 }));
  assert.match(svg, /<g class="series" stroke="#183d63" stroke-width="2" style="--look-dark:#c1ceff">/);
  assert.match(svg, /<g class="points" fill="#183d63">/);
  assert.match(svg, /<path stroke-dasharray="6 3"/);
  assert.deepEqual(
    points(svg).map(([shape]) => shape),
    ["triangle", "triangle"],
  );
});

test("a cell that is missing leaves a gap, and the line goes on beyond it", () => {
  const others = latencies("node-ws", { 30: 3 });
  for (const draw of [inline, file]) {
    const svg = draw([...latencies("node-cluster", { 10: 1, 20: 2, 40: 4, 50: 5 }), ...others]);
    const [line] = all(svg, /<path stroke-dasharray="6 3" d="([^"]*M[^"]*M[^"]*)"/g);
    assert.equal(line.match(/M/g).length, 2);
  }
});

test("a point without neighbours needs no line", () => {
  assert.deepEqual(paths(inline(latencies("node-ws", { 10: 1 }))), []);
});

test("the first technology is above the others", () => {
  const rows = ["node-ws", "node-cluster"].flatMap((id) => latencies(id, { 10: 1 }));
  assert.deepEqual(
    points(inline(rows)).map(([shape]) => shape),
    ["triangle", "circle"],
  );
});

test("points are hollow, ringed and crossed as their cells ask", () => {
  const rows = [
    row("node-ws", 1, 10, 1, { latency_mean_ms: 1, client_saturated: true }),
    row("node-ws", 1, 20, 1, { latency_mean_ms: 2, lost_deliveries: 3, expected_deliveries: 9 }),
    row("node-ws", 1, 30, 1, { latency_mean_ms: 3, outcome: "drain_timeout" }),
  ];
  const svg = inline(rows);
  assert.equal(all(svg, /<use class="(hollow)" fill="#ffffff" href="#point-circle" y="[^"]*" x="8.3%"/g).length, 1);
  assert.equal(all(svg, /<use class="(hollow)"/g).length, 1);
  assert.deepEqual(all(svg, /<circle r="9" cx="([^"]*)"/g), ["33.3%"]);
  assert.deepEqual(all(svg, /href="#cross" x="([^"]*)"/g), ["75%"]);
  const alone = file(rows);
  assert.equal(all(alone, /(class="hollow")/g).length, 1);
  assert.equal(all(alone, /(<circle r="9")/g).length, 1);
  assert.equal(all(alone, /(class="cross")/g).length, 1);
});

test("where nothing was measured the cross is on the axis, and the legend leaves the technology out", () => {
  const rows = [...latencies("node-ws", { 10: 1 }), row("node-cluster", 1, 20, 1, { outcome: "server_exited" })];
  assert.match(inline(rows), /href="#cross" x="100%" y="100%"/);
  assert.ok(!file(rows).includes(">Node.js cluster</text>"));
});

test("an interval is a whisker unless its point covers it", () => {
  assert.equal(all(inline(twice(1, 3)), /(class="whisker")/g).length, 1);
  assert.equal(all(inline(twice(1, 1.0001)), /(class="whisker")/g).length, 0);
});

test("a whisker that the axis cuts off has no cap there", () => {
  // Twice the mean is as far as the axis reaches; the interval of two iterations goes from below zero to beyond it.
  assert.match(inline(twice(1, 3)), /class="whisker" stroke-width="1.25" d="M83\.3 0v100"/);
  assert.match(inline(twice(9.9, 10.1)), /class="whisker" [^>]*d="M[^"]*h2\.4m-1\.2 0v[^"]*m-1\.2 0h2\.4"/);
});

test("a reference line is named where the axis reaches it", () => {
  const named = (draw, highest) =>
    all(draw(latencies("node-ws", { 10: 1, 20: highest }), { scale: "log" }), /class="reference-words"[^>]*>([^<]*)</g);
  for (const draw of [inline, file]) {
    assert.deepEqual(named(draw, 1000), ["100 ms"]);
    assert.deepEqual(named(draw, 50), []);
  }
  const [line] = all(inline(latencies("node-ws", { 10: 1, 20: 1000 }), { scale: "log" }), /class="reference" ([^>]*)/g);
  assert.equal(line, 'x2="100%" y1="33.3%" y2="33.3%" stroke="#565c66"/');
});

test("the noise floor is a dotted line where the axis reaches it", () => {
  const runs = [{ noise_floor: { method: "echo", latency_mean_ms: 0.5 } }];
  const floor = (draw) => all(draw(latencies("node-ws", { 10: 1 }), { runs }), /class="floor" ([^>]*)/g);
  assert.deepEqual(floor(inline), ['x2="100%" y1="50%" y2="50%" stroke="#565c66" stroke-dasharray="2 4"/']);
  assert.equal(floor(file).length, 1);
});

test("on a logarithmic axis zero lies at the beginning", () => {
  const svg = inline(latencies("node-ws", { 10: 0, 20: 1, 40: 100 }), { scale: "log" });
  assert.deepEqual(
    points(svg).map(([, , y]) => y),
    ["100%", "100%", "0%"],
  );
});

test("many lines are drawn finer than few", () => {
  const ids = technologies.slice(0, 9).map(({ id }) => id);
  const fine = (count) =>
    all(inline(ids.slice(0, count).flatMap((id) => latencies(id, { 10: 1 }))), /(#fine-)/g).length;
  assert.deepEqual([fine(8), fine(9)], [0, 9]);
});

test("a zoom leaves out what lies beside it", () => {
  const svg = inline(latencies("node-ws", { 10: 1, 20: 2, 30: 3, 40: 4 }), { zoom: [200_000, 450_000] });
  assert.deepEqual(
    points(svg).map(([, x]) => x),
    ["0%", "100%"],
  );
});

test("a drawing without anything to show has its axes", () => {
  for (const spec of [LINE, BUBBLE]) {
    for (const scale of ["linear", "log"]) {
      const svg = inline(latencies("node-ws", { 10: 1 }), { spec, scale, shown: [] });
      assert.match(svg, /class="axis"/);
      assert.ok(!svg.includes("NaN"));
      assert.ok(!file(latencies("node-ws", { 10: 1 }), { spec, scale, shown: [] }).includes("NaN"));
    }
  }
});

test("the drawing says what it is, has its margins with it and names no element by an id", () => {
  const svg = inline(latencies("node-ws", { 10: 1, 40: 4 }));
  assert.match(
    svg,
    /^<svg class="plot" role="img" style="--plot-top:[\d.]+px;--plot-right:[\d.]+px;--plot-bottom:52px;/,
  );
  assert.match(svg, /<title>A &lt; B<\/title><desc>What it is<\/desc>/);
  assert.ok(!/\sid=/.test(svg));
  const texts = all(svg, /<text[^>]*>([^<]*)</g);
  const ticks = ["0", "200K", "400K", "600K", "800K", "Messages delivered"];
  assert.deepEqual(texts, [...ticks, "0", "1", "2", "3", "4", "Latency, mean (ms)"]);
});

test("a page's symbols are all that its drawings refer to", () => {
  const ids = all(SYMBOLS, /id="([^"]+)"/g);
  assert.equal(new Set(ids).size, ids.length);
  for (const { shape } of technologies) {
    assert.ok(ids.includes(`point-${shape}`) && ids.includes(`fine-${shape}`), shape);
  }
  assert.ok(ids.includes("cross"));
});

test("a bubble has the area of its value, and its name beside it in a wide box and in a narrow one", () => {
  const svg = inline([bubbleRow("node-ws", 4, 0), bubbleRow("node-cluster", 1, 1)], { spec: BUBBLE });
  assert.deepEqual(all(svg, /class="bubble"[^>]* r="([^"]*)"/g), ["36", "18"]);
  const [wide, narrow] = svg.slice(svg.indexOf('<g class="wide">')).split('<g class="narrow">');
  for (const names of [wide, narrow]) {
    assert.deepEqual(all(names, /class="name"[^>]*>([^<]*)</g), ["Node.js", "Node.js cluster"]);
  }
  assert.match(wide, /font-size="13"/);
  assert.match(narrow, /font-size="11"/);
});

test("the efficient frontier has thick rims, and margins leave room for them", () => {
  const rows = [bubbleRow("node-ws", 1, 0), bubbleRow("node-cluster", 4, 1), bubbleRow("vertx", 9, 2)];
  const widths = all(inline(rows, { spec: BUBBLE }), /class="bubble"[^>]* stroke-width="([^"]*)"/g);
  assert.deepEqual(widths, ["1.5", "1.5", "4"]);
  assert.match(inline([bubbleRow("node-ws", 1, 0)], { spec: BUBBLE }), /--plot-top:40px/);
});

test("a bubble is hollow where the client was saturated", () => {
  const svg = inline([bubbleRow("node-ws", 1, 0, { client_saturated: true })], { spec: BUBBLE });
  assert.match(svg, /<circle class="bubble hollow" fill="none"/);
});

test("a file has title, subtitle, names and notes, escaped, and its colours as values", () => {
  for (const [spec, rows] of [
    [LINE, latencies("node-ws", { 10: 1, 20: 2 })],
    [BUBBLE, [bubbleRow("node-ws", 1, 0)]],
  ]) {
    const svg = file(rows, { spec });
    const texts = all(svg, /<text[^>]*>([^<]*)</g);
    for (const told of ["A &lt; B", "mean &amp; more", "Node.js", "Measured."]) assert.ok(texts.includes(told), told);
    assert.ok(!svg.includes("var("));
    assert.match(svg, /<rect class="ground" width="960" height="504" fill="#ffffff"\/>/);
  }
});

test("only a file that is asked to follows a preference for dark", () => {
  const scene = sceneOfRows(latencies("node-ws", { 10: 1 }));
  const styled = svgFile(scene, WORDS, SIZE, { dark: true });
  assert.match(styled, /<style>@media screen and \(prefers-color-scheme:dark\)\{.*\}<\/style>/);
  assert.ok(!svgFile(scene, WORDS, SIZE).includes("<style>"));
  const named = new Set(all(styled, /class="([^"]+)"/g).flatMap((names) => names.split(" ")));
  const rules = styled.match(/<style>(.*)<\/style>/)[1];
  for (const name of ["ground", "ink", "soft", "grid", "axis", "series", "points"]) {
    assert.ok(named.has(name) && rules.includes(`.${name}`), name);
  }
});

test("the colours of files are those of the pages", () => {
  const css = read("assets/css/base.css").toString();
  const [light, dark] = all(css, /:root \{([^}]*)\}/g);
  const names = { ground: "--ground", text: "--ink", muted: "--ink-soft", grid: "--line" };
  for (const [key, name] of Object.entries(names)) {
    assert.ok(light.includes(`${name}: ${LIGHT[key]};`), `${name} on light ground`);
    assert.ok(dark.includes(`${name}: ${DARK[key]};`), `${name} on dark ground`);
  }
});

test("a legend breaks into rows where its width ends", () => {
  const one = { technology: technologies[0] };
  const frame = fixed({ width: 0, height: 0 }, LIGHT);
  const heights = [
    [[one, one], 300],
    [[one, one], 120],
    [[], 300],
  ].map(([series, width]) => legend(series, width, LIGHT, frame).height);
  assert.deepEqual(heights, [22, 44, 0]);
});

test("every shape of the registry has corners of its own", () => {
  const shapes = [...new Set(technologies.map(({ shape }) => shape))];
  const drawn = shapes.map((shape) => shapeMarkup(shape, 5, { x: 10, y: 10 }));
  assert.equal(new Set(drawn).size, shapes.length);
  assert.equal(shapeMarkup("rectRot", 5, { x: 10, y: 10 }), '<path d="M10 5 15 10 10 15 5 10Z"/>');
});

test("markup is escaped, without what is missing, and to a tenth", () => {
  assert.equal(escaped('"<&>'), "&quot;&lt;&amp;&gt;");
  assert.equal(element("line", { x1: 12.3456, "stroke-dasharray": null }), '<line x1="12.3"/>');
  assert.equal(htmlElement("td", {}, ""), "<td></td>");
  assert.deepEqual([rounded(-0.04), rounded(12.46), percent(1)].map(String), ["0", "12.5", "100%"]);
});

test("widths grow with text and size", () => {
  assert.ok(Math.abs(textWidth("0", 12) - 6.672) < 1e-9);
  assert.ok(Math.abs(textWidth("1–9", 12) - 3 * 6.672) < 1e-9);
  assert.ok(textWidth("Node.js", 13, { bold: true }) > textWidth("Node.js", 13));
});
