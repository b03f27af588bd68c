// What has to work in every engine besides the twelve questions: charts are drawn, follow a button, and take a dropped file.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { until } from "./reader.js";

const CHART = "figure.chart-line";
const BUTTON = ".controls button[data-technology='node-ws']";
const MINE = "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\tcpu_percent\tmemory_mib";

export const ESSENTIALS = [
  {
    promises: "every chart is drawn",
    async check(driver) {
      await drawAll(driver);
      assert.ok((await driver.evaluate(ink, "figure[data-chart]")).every((one) => one > 100));
    },
  },
  {
    promises: "a button hides a technology in a chart and says so",
    async check(driver) {
      await drawAll(driver);
      await driver.evaluate(scrollTo, [BUTTON, 0]);
      const before = await driver.evaluate(ink, CHART);
      await driver.click(BUTTON, 0);
      await until(async () => {
        assert.equal(await driver.evaluate((css) => document.querySelector(css).ariaPressed, BUTTON), "false");
        assert.ok((await driver.evaluate(ink, CHART))[0] < before[0], "the chart has less ink");
        assert.match(await driver.evaluate(() => location.search), /show=(?!.*node-ws)/);
      });
    },
  },
  {
    promises: "a dropped file joins the charts",
    async check(driver, folder) {
      const rows = [10, 20, 30].map((users) => `my-server\t1\t${users}\t1\t500\t${users}\t${users}\t${users}`);
      const path = `${folder}/mine.tsv`;
      await writeFile(path, [MINE, ...rows, ""].join("\n"));
      await drawAll(driver);
      await driver.give("[data-drop-input]", 0, path);
      await until(async () => {
        const pressed = await driver.evaluate(
          () => document.querySelector(".controls button[data-technology^='yours.']").ariaPressed,
        );
        assert.equal(pressed, "true");
      });
    },
  },
];

/** Scrolls to each chart, and waits until it is drawn. */
async function drawAll(driver) {
  const charts = "figure[data-chart]";
  const count = await driver.evaluate((css) => document.querySelectorAll(css).length, charts);
  assert.ok(count > 0);
  for (let i = 0; i < count; i++) {
    await driver.evaluate(scrollTo, [charts, i]);
    const states = (css) => [...document.querySelectorAll(css)].map(({ dataset }) => dataset.state);
    await until(async () => assert.equal((await driver.evaluate(states, charts))[i], "drawn"));
  }
}

/** Runs in the page. */
function scrollTo([css, index]) {
  document.querySelectorAll(css)[index].scrollIntoView({ behavior: "instant", block: "center" });
}

/** Runs in the page: how many pixels of each chart are inked. */
function ink(css) {
  return [...document.querySelectorAll(`${css} canvas`)].map((canvas) => {
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height).data.filter((value, i) => i % 4 === 3 && value > 0)
      .length;
  });
}
