// Axes take the ticks of test/fixtures/ticks.json, and so does what the build draws: the same examples are the Ruby tests'.

import assert from "node:assert/strict";
import test from "node:test";
import { scaleOptions } from "../../assets/js/charts/axes.js";
import { Chart } from "../../assets/js/charts/library.js";
import { canvas } from "./canvas.js";
import { look, readJson } from "./sample.js";

/** The scale that Chart.js makes of an axis of ours. */
function scaleOf({ axis, scale, values, most, grace }) {
  const other = axis === "x" ? "y" : "x";
  const options = { ...scaleOptions({ title: "Title", scale, values, mostTicks: most }, look), grace };
  const chart = new Chart(canvas(), {
    type: "line",
    data: { datasets: [{ data: values.map((value) => ({ [axis]: value, [other]: 1 })) }] },
    options: { responsive: false, scales: { [axis]: options, [other]: scaleOptions({ title: "Other" }, look) } },
  });
  return chart.scales[axis];
}

function assertNear(found, expected) {
  assert.equal(found.length, expected.length, `${found} for ${expected}`);
  for (const [i, value] of expected.entries())
    assert.ok(Math.abs(found[i] - value) <= 1e-9 * value, `${found[i]} for ${value}`);
}

for (const vector of readJson("test/fixtures/ticks.json").axes) {
  const { axis, scale, values, grace, from, to, ticks, labels } = vector;
  test(`${axis} axis, ${scale}, of ${JSON.stringify(values)}${grace ? ` and ${grace}` : ""}: ${labels.join(", ")}`, () => {
    const made = scaleOf(vector);
    assertNear([made.min, made.max, ...made.ticks.map(({ value }) => value)], [from, to, ...ticks]);
    assert.deepEqual(
      made.ticks.map(({ label }) => label),
      labels,
    );
  });
}
