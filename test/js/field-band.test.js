// The pale band: behind the lines as long as some technologies are not drawn, on the axes that the lines have.

import assert from "node:assert/strict";
import test from "node:test";
import { lineChart } from "../../assets/js/charts/line.js";
import { BAND, bandPath, bandWords } from "../../assets/js/drawing/field-band.js";
import { inlineSvg, svgFile } from "../../assets/js/drawing/picture.js";
import { sceneOf } from "../../assets/js/drawing/scene.js";
import { noteLines } from "../../assets/js/drawing/words.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { datasetOf, look, row } from "./sample.js";

const SPEC = {
  kind: "line",
  comparison: "chat",
  x: "messages",
  y: "latency",
  fixed: { rooms: 1 },
  title: "Latency, 1 room",
};
const IDS = ["node-ws", "node-cluster", "akka-play", "vertx", "spring-tomcat"];
const WORDS = { title: "T", subtitle: "S", description: "D", notes: [] };
/** The i-th technology's latency: i + 1 with 10 users, ten times that with 20, and with 30 only two have one. */
const rows = IDS.flatMap((id, i) => [
  row(id, 1, 10, 1, { latency_mean_ms: i + 1, latency_p99_ms: 100 * (i + 1) }),
  row(id, 1, 20, 1, { latency_mean_ms: 10 * (i + 1) }),
  row(id, 2, 10, 1, { latency_mean_ms: 99 }),
  ...(i < 2 ? [row(id, 1, 30, 1, { latency_mean_ms: 7 })] : []),
]);
const dataset = datasetOf(rows);
const view = { shown: ["node-ws"], statistic: "mean", scale: "linear", cell: null };
const scene = (change = {}, of = dataset) => sceneOf(of, SPEC, { ...view, ...change });

test("the band is of the cells of the chart, of all technologies, in the order of x", () => {
  assert.deepEqual(scene().field, [
    { x: 50_000, min: 1, q1: 2, q3: 4, max: 5 },
    { x: 200_000, min: 10, q1: 20, q3: 40, max: 50 },
    { x: 450_000, min: null, q1: null, q3: null, max: null },
  ]);
});

test("there is a band as long as a technology is hidden, and at least five were measured", () => {
  assert.equal(scene({ shown: IDS.slice(1) }).field.length, 3);
  assert.deepEqual(scene({ shown: IDS }).field, []);
  const four = datasetOf(rows.filter(({ technology }) => technology !== "vertx"));
  assert.deepEqual(scene({}, four).field, []);
});

test("a chart of a reader's own files alone has the field of the published ones behind it", () => {
  const { own } = dataset;
  const technologies = [...own.technologies, { ...own.technologies[0], id: "yours.1.node-ws" }];
  const joined = readDataset({ ...own, technologies });
  const apart = { ...view, shown: technologies.map(({ id }) => id), apart: true };
  assert.deepEqual(sceneOf(joined, SPEC, apart).field, []);
  assert.equal(sceneOf(joined, { ...SPEC, yours: true }, apart).field.length, 3);
});

test("it follows the statistic, the x axis and what figures are relative to", () => {
  assert.equal(scene({ statistic: "p99" }).field[0].max, 500);
  assert.deepEqual(
    scene({ x: "users" }).field.map(({ x }) => x),
    [10, 20, 30],
  );
  const [first, , third] = scene({ relative: "node-cluster" }).field;
  assert.deepEqual(first, { x: 50_000, min: 0.5, q1: 1, q3: 2, max: 2.5 });
  assert.equal(third.min, null);
});

test("it widens no axis: the axes are those of the lines shown", () => {
  const alone = datasetOf(rows.filter(({ technology }) => technology === "node-ws"));
  const [many, one] = [scene(), scene({}, alone)];
  assert.deepEqual([many.y.max, many.x.max], [one.y.max, one.x.max]);
  assert.ok(many.y.max < 50);
});

test("it is an area between two bounds, with a gap where a cell has none", () => {
  const points = [0, 1, null, 3, 4, null, 6].map((low, x) => ({ x, min: low, max: low === null ? null : low + 10 }));
  const path = bandPath(points, BAND[0], (x, y) => ({ x, y }));
  assert.equal(path, "M0 10 1 11 1 1 0 0ZM3 13 4 14 4 4 3 3Z");
});

test("a file has it, cut off at the plot, and says what it is; so does a chart for those who don't see it", () => {
  const file = (change) => svgFile(scene(change), WORDS, { width: 960, height: 504 });
  assert.match(
    file(),
    /<svg class="field" width="[\d.]+" height="[\d.]+" fill="[^"]+"><path d="M[^"]+Z" fill-opacity="0.12"/,
  );
  assert.ok(!file({ shown: IDS }).includes('class="field"'));
  const told = (change) => noteLines(scene(change), { measured: "M", source: "S" })[0].includes(bandWords());
  assert.deepEqual([told(), told({ shown: IDS })], [true, false]);
  const summary = (change) => lineChart(dataset, SPEC, { ...view, ...change }, look).summary.endsWith(bandWords());
  assert.deepEqual([summary(), summary({ shown: IDS })], [true, false]);
});

test("the page's own picture has neither band nor names, but leaves the room that the script's names take", () => {
  const svg = inlineSvg(scene(), WORDS);
  assert.ok(!svg.includes('class="field"') && !svg.includes("Node.js"));
  const [, room] = svg.match(/--plot-names:([\d.]+)px/);
  const { layout } = lineChart(dataset, SPEC, view, look).config.options;
  assert.ok(Math.abs(layout.padding.right({ chart: { width: 600, height: 304 } }) - room) < 0.1);
  assert.equal(layout.padding.right({ chart: { width: 380, height: 304 } }), 0);
});

test("a file that is wide names lines at their ends and has no legend; one that is narrow has the legend", () => {
  const names = (width) => {
    const svg = svgFile(scene({ shown: IDS }), WORDS, { width, height: 504 });
    return [svg.match(/class="leader"/g)?.length ?? 0, svg.match(/>Node\.js cluster<\/text>/g).length];
  };
  assert.deepEqual(names(960), [5, 1]);
  assert.deepEqual(names(480), [0, 1]);
});
