// What a point alone can't say, over the invented results: a missing cell, a saturated client, lost
// messages, an unfinished iteration.

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { drawAll, expect, figures, openTables, test } from "./page.js";

const REGISTRY = parse(readFileSync(new URL("../../data/technologies.yml", import.meta.url), "utf8"));
const SINGLE = colorOf("node-ws");
const CLUSTER = colorOf("node-cluster");
const INK = [0x1a, 0x1c, 0x20];

/** A technology's red, green and blue on light ground. */
function colorOf(technology) {
  const { light } = REGISTRY.find(({ id }) => id === technology).color;
  return [1, 3, 5].map((at) => Number.parseInt(light.slice(at, at + 2), 16));
}

/** The pixels of a colour within a chart's upper right part, where neither axis is. */
function pixels(page, id, color) {
  return page.evaluate(
    ([figure, [red, green, blue]]) => {
      const canvas = document.querySelector(`#${figure} canvas`);
      const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      Object.assign(copy.canvas, { width: canvas.width, height: canvas.height });
      copy.drawImage(canvas, 0, 0);
      const left = Math.round(canvas.width * 0.15);
      const bottom = Math.round(canvas.height * 0.77);
      const { data, width } = copy.getImageData(left, 0, canvas.width - left, bottom);
      const found = [];
      for (let i = 0; i < data.length; i += 4) {
        const distance = Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue);
        if (data[i + 3] > 250 && distance < 12) found.push({ x: (i / 4) % width, y: Math.floor(i / 4 / width) });
      }
      return found;
    },
    [id, color],
  );
}

/** The widest run of columns without the colour, between its first and its last. */
function widestGap(found) {
  const columns = [...new Set(found.map(({ x }) => x))].sort((a, b) => a - b);
  return Math.max(...columns.slice(1).map((x, i) => x - columns[i]));
}

test("a missing cell leaves a gap in its technology's line, and in no other", async ({ page, open }) => {
  await open("?show=node-cluster");
  await drawAll(page);
  expect(widestGap(await pixels(page, "latency-2-rooms", CLUSTER))).toBeGreaterThan(60);
  expect(widestGap(await pixels(page, "latency-1-room", CLUSTER))).toBeLessThan(20);
});

test("a point is hollow where the client was saturated", async ({ page, open }) => {
  await open("?show=node-ws");
  await drawAll(page);
  const middleOfLastPoint = async (id) => {
    const found = await pixels(page, id, SINGLE);
    const right = Math.max(...found.map(({ x }) => x));
    const edge = found.filter(({ x }) => x === right);
    const y = Math.round(edge.reduce((sum, point) => sum + point.y, 0) / edge.length);
    return found.some((point) => point.x === right - 5 && point.y === y);
  };
  expect(await middleOfLastPoint("cpu-2-rooms")).toBe(true);
  expect(await middleOfLastPoint("cpu-1-room")).toBe(false);
});

test("lost messages and unfinished iterations are marked in the ink of the text", async ({ page, open }) => {
  await open();
  await drawAll(page);
  for (const metric of ["latency", "cpu", "memory"]) {
    expect((await pixels(page, `${metric}-4-rooms`, INK)).length, metric).toBeGreaterThan(20);
    expect((await pixels(page, `${metric}-1-room`, INK)).length, metric).toBe(0);
  }
});

test("a technology that a chart has no figure of is named below it", async ({ page, open }) => {
  await open("?rooms=2&users=30");
  await drawAll(page);
  await expect(page.locator("figure.chart-bubble [data-missing]")).toHaveText("Not measured here: Node.js cluster.");
  await expect(page.locator("[data-cell-summary] tbody tr")).toHaveCount(1);
  await expect(figures(page).first().locator("[data-missing]")).toBeEmpty();
});

test("the tables say in words what the marks say", async ({ page, open }) => {
  await open("?rooms=4&users=17");
  const remarks = page.locator("[data-cell-summary] tbody");
  await expect(remarks).toContainText("1,234 of 2,890,000 deliveries lost");
  await expect(remarks).toContainText("1 of 5 iterations unfinished");
  await openTables(page);
  await expect(page.locator("#latency-1-room table")).toContainText("client saturated in 3 of 5 iterations");
});
