// Axes: round ranges and ticks, the same in a live chart of a page's size as in its picture.

import assert from "node:assert/strict";
import test from "node:test";
import { scaleOptions } from "../../assets/js/charts/axes.js";
import { Chart } from "../../assets/js/charts/library.js";
import { axisOf, linearAxis, logAxis, measuredAxis, zoomed } from "../../assets/js/drawing/axis.js";
import { labelsOf } from "../../assets/js/drawing/plot.js";
import { canvas } from "./canvas.js";
import { look, readJson } from "./sample.js";

const vectors = readJson("test/fixtures/ticks.json").axes;
const made = ({ scale, values, most, grace }) => axisOf(scale, values, { most, grace });

/** The scale that Chart.js makes of an axis of ours. */
function liveScale(side, axis) {
  const other = side === "x" ? "y" : "x";
  const scales = { [side]: scaleOptions({ ...axis, title: "" }, look), [other]: scaleOptions(linearAxis([1]), look) };
  const data = { datasets: [{ data: axis.ticks.map((value) => ({ [side]: value, [other]: 1 })) }] };
  return new Chart(canvas(), { type: "line", data, options: { responsive: false, scales } }).scales[side];
}

for (const vector of vectors) {
  const { axis: side, scale, values, grace, from, to, labels } = vector;
  test(`${side} axis, ${scale}, of ${JSON.stringify(values)}${grace ? ` and ${grace}` : ""}: ${labels.join(", ")}`, () => {
    const axis = made(vector);
    assert.deepEqual([axis.min, axis.max], [from, to]);
    assert.deepEqual(
      labelsOf(axis).map(({ text }) => text),
      labels,
    );
    const live = liveScale(side, axis);
    assert.deepEqual([live.min, live.max], [from, to]);
    assert.deepEqual(
      live.ticks.map(({ label }) => label),
      labels,
    );
  });
}

test("a linear axis places values in proportion and a logarithmic one by decades", () => {
  assert.equal(linearAxis([100]).at(25), 0.25);
  assert.equal(logAxis([1, 100]).at(10), 0.5);
  assert.equal(logAxis([1, 100]).at(0), 0);
});

test("an axis of what was measured has its ticks there, and half a step of room beside them", () => {
  const axis = measuredAxis([4, 1, 16, 4]);
  assert.deepEqual(axis.ticks, [1, 4, 16]);
  assert.deepEqual(
    axis.ticks.map((tick) => axis.at(tick).toFixed(6)),
    ["0.166667", "0.500000", "0.833333"],
  );
  assert.deepEqual(measuredAxis([]).ticks, [1, 10]);
  assert.deepEqual(
    liveScale("x", axis).ticks.map(({ label }) => label),
    ["1", "4", "16"],
  );
});

test("a part of an axis begins and ends where the reader zoomed, with round ticks between", () => {
  const part = zoomed(linearAxis([1_800_000], { most: 5 }), [50_000, 730_000], 5);
  assert.deepEqual([part.min, part.max], [50_000, 730_000]);
  assert.deepEqual(part.ticks, [50_000, 200_000, 400_000, 600_000, 730_000]);
  assert.deepEqual([part.at(50_000), part.at(730_000)], [0, 1]);
  assert.deepEqual(zoomed(measuredAxis([1, 4, 16, 64]), [4, 16], 5).ticks, [4, 16]);
});
