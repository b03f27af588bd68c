// What dimple is given to draw, and where things stand on what it drew.

import assert from "node:assert/strict";
import test from "node:test";
import { withFigures } from "../../assets/js/dimple/published.js";
import { placesOf, rowsOf } from "../../assets/js/dimple/rows.js";
import { bandScale, measureScale } from "../../assets/js/dimple/scales.js";
import { linearAxis, logAxis } from "../../assets/js/drawing/axis.js";

const EVERYWHERE = { min: 0, max: Number.POSITIVE_INFINITY };

/** A line chart's scene of lines by name, each of figures at 1, 2, 4 …. */
function scene(lines, x = EVERYWHERE, y = linearAxis([5])) {
  const series = Object.entries(lines).map(([name, ys]) => ({
    technology: { name },
    points: ys.map((figure, i) => ({ x: 2 ** i, y: figure })),
  }));
  return { series, x, y };
}

test("a row is a point that has a figure", () => {
  assert.deepEqual(rowsOf(scene({ "Node.js": [3, 5] })), [
    { technology: "Node.js", stretch: 0, x: 1, y: 3 },
    { technology: "Node.js", stretch: 0, x: 2, y: 5 },
  ]);
});

test("where a figure is missing another stretch begins", () => {
  const stretches = rowsOf(scene({ a: [1, null, 1, 1], b: [1, 1, 1, 1] })).map(({ stretch }) => stretch);
  assert.deepEqual(stretches, [0, 1, 1, 0, 0, 0, 0]);
});

test("what a logarithmic axis has no place for is at its lower end", () => {
  const log = scene({ a: [0, 5] }, EVERYWHERE, logAxis([2, 5]));
  assert.deepEqual(
    rowsOf(log).map(({ y }) => y),
    [2, 5],
  );
  const y = measureScale((value) => -Math.log10(value), { top: 0, bottom: 100 });
  assert.deepEqual([1, 10, 0].map(y.getPixelForValue), [-0, -1, 100]);
});

test("places are in numeric order, whichever line has them", () => {
  const both = scene({ a: [1, 1], b: [1, 1, 1, 1, 1] });
  both.series.reverse();
  assert.deepEqual(placesOf(both), [1, 2, 4, 8, 16]);
});

test("a zoom leaves places out", () => {
  const part = scene({ a: [1, 1, 1, 1] }, { min: 2, max: 4 });
  assert.deepEqual(placesOf(part), [2, 4]);
  assert.equal(rowsOf(part).length, 2);
});

test("a place stands in the middle of its band, and what is in the band is of that place", () => {
  const scale = bandScale([1, 2, 4], { left: 100, right: 400 });
  assert.deepEqual([1, 2, 4].map(scale.getPixelForValue), [150, 250, 350]);
  assert.deepEqual([0, 199, 201, 399, 1000].map(scale.getValueForPixel), [1, 1, 2, 4, 4]);
});

const OWN = {
  comparison: { dimensions: [{ id: "concurrency" }] },
  technologies: [{ id: "node-http" }, { id: "go-nethttp" }],
  cells: {
    technology: [0, 1],
    file: ["data/lookup/a.tsv", "data/lookup/a.tsv"],
    concurrency: [4, 4],
    n: [3, 3],
    requests_per_s: { mean: [0, 0], ci95: [null, null] },
  },
};

/** As a worker hands a file's cells over. */
function packed(technologies, concurrency, means) {
  return {
    technologies,
    technology: Uint32Array.from(technologies.keys()),
    counts: { concurrency: Float64Array.from(concurrency), n: Float64Array.from(means, () => 3) },
    figures: {
      requests_per_s: { mean: Float64Array.from(means), ci95: Float64Array.from(means, () => Number.NaN) },
    },
  };
}

test("figures come from the files, each to its technology and place; all else stays the page's", () => {
  const read = new Map([["data/lookup/a.tsv", packed(["go-nethttp", "node-http"], [4, 4], [700, 300])]]);
  const cells = withFigures(OWN, read);
  assert.deepEqual(cells.requests_per_s, { mean: [300, 700], ci95: [null, null] });
  assert.deepEqual(cells.n, [3, 3]);
});

test("a cell of several runs is made of all its files, and keeps what else the page says of it", () => {
  const cells = { ...OWN.cells, file: [["data/lookup/b.tsv", "data/lookup/a.tsv"], "data/lookup/a.tsv"] };
  cells.requests_per_s = { mean: [0, 0], ci95: [null, null], highest: [310, 700] };
  const read = new Map([
    ["data/lookup/a.tsv", packed(["go-nethttp", "node-http"], [4, 4], [700, 300])],
    ["data/lookup/b.tsv", packed(["node-http"], [4], [310])],
  ]);
  const made = withFigures({ ...OWN, cells }, read).requests_per_s;
  assert.deepEqual(made.mean, [305, 700]);
  assert.ok(made.ci95[0] >= 5 && made.ci95[1] === null);
  assert.deepEqual(made.highest, [310, 700]);
});

test("a file that lacks a cell of the page is named", () => {
  const read = new Map([["data/lookup/a.tsv", packed(["node-http"], [4], [300])]]);
  assert.throws(() => withFigures(OWN, read), {
    message: "data/lookup/a.tsv has no figures of go-nethttp at 4",
  });
});
