// Measures how fast charts are drawn, and fails where a promise is broken. `make bench-site ARGS="charts --rounds 5"`.
//
// The headline page with every technology of the registry: what drawing all its charts costs the main thread, which is what the
// page costs with them less what it costs when their bundle can't be had, by CPU time, since by the clock whatever else runs on
// the machine counts too; and the time by the clock from a click on a technology until the frame that shows it is done.
//
// The course of a cell with ten series of 100,000 seconds, drawn as the page draws it, and by uPlot, the peer, in the same
// browser on canvases of the same size: the first drawing, and hiding a series, by the clock.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import * as esbuild from "esbuild";
import { drawAll, scrollThrough } from "../test/browser/page.js";
import config from "../test/browser/playwright.config.js";
import serveSites from "../test/browser/setup.js";
import { mainThreadTasks, median, wholeNumbers } from "./bench-site-shared.mjs";

const PROMISED = {
  drawingMs: 250,
  drawingTaskMs: 50,
  toggleMs: 16,
  slowToggleMs: 50,
  manyPointsMs: 150,
  manyPointsToggleMs: 50,
  timesUplot: 2,
};
const SLOWER = 4;
/** Longer than all charts take to follow a click. */
const SETTLED_MS = 1500;

const { rounds } = wholeNumbers({ rounds: 3 });
const endServing = await serveSites();
let kept = false;
try {
  kept = await benchCharts(await bundleCourses());
} finally {
  endServing();
}
process.exit(kept ? 0 : 1);

async function benchCharts(courses) {
  const taken = [];
  for (let round = 0; round < rounds; round++) {
    taken.push({
      bare: await inBrowser(bareWork),
      drawn: await inBrowser(drawingWork),
      slow: await inBrowser((page) => drawingWork(page, SLOWER)),
      courses: await inBrowser((page) => courseTimes(page, courses)),
    });
  }
  return report((side, figure) => median(taken.map((round) => round[side][figure])));
}

function report(of) {
  const found = {
    drawingMs: of("drawn", "workCpuMs") - of("bare", "workCpuMs"),
    drawingTaskMs: of("drawn", "longestTaskCpuMs"),
    toggleMs: of("drawn", "toggleMs"),
    slowToggleMs: of("slow", "toggleMs"),
    manyPointsMs: of("courses", "drawMs"),
    manyPointsToggleMs: of("courses", "toggleMs"),
    timesUplot: of("courses", "toggleMs") / of("courses", "uplotToggleMs"),
  };
  const words = {
    drawingMs: "ms of the main thread to draw all charts of the headline page",
    drawingTaskMs: "ms the longest task until they are drawn",
    toggleMs: "ms until a click on a technology shows in the charts in sight",
    slowToggleMs: `ms likewise on a CPU ${SLOWER} times slower`,
    manyPointsMs: `ms to draw 10 series of 100,000 points (uPlot ${of("courses", "uplotDrawMs").toFixed(1)} ms)`,
    manyPointsToggleMs: `ms to hide one of them (uPlot ${of("courses", "uplotToggleMs").toFixed(1)} ms)`,
    timesUplot: "times uPlot's hiding",
  };
  for (const [figure, value] of Object.entries(found)) {
    process.stdout.write(`${value.toFixed(1)} ${words[figure]} (promised: at most ${PROMISED[figure]})\n`);
  }
  process.stdout.write(
    `${of("drawn", "followCpuMs").toFixed(1)} ms of the main thread until all charts have followed the click\n`,
  );
  return Object.entries(found).every(([figure, value]) => value <= PROMISED[figure]);
}

async function inBrowser(act) {
  const browser = await chromium.launch(config.use.launchOptions);
  try {
    return await act(await browser.newPage());
  } finally {
    await browser.close();
  }
}

/** What the main thread does while `act` lasts. */
async function traced(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act();
  return mainThreadTasks(await browser.stopTracing());
}

/** The page when the charts' bundle can't be had. */
async function bareWork(page) {
  await page.route("**/build/charts.js", (route) => route.abort());
  return traced(page, async () => {
    await page.goto(process.env.SITE_PUBLISHED);
    await scrollThrough(page);
  });
}

async function drawingWork(page, slower = 1) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const drawing = await traced(page, async () => {
    await page.goto(process.env.SITE_PUBLISHED);
    await drawAll(page);
  });
  const clicks = [];
  const following = await traced(page, async () => clicks.push(await clickTechnology(page)));
  for (let again = 0; again < 4; again++) clicks.push(await clickTechnology(page));
  return { ...drawing, toggleMs: median(clicks), followCpuMs: following.workCpuMs };
}

/** Hides or shows a technology. @returns {Promise<number>} milliseconds until the frame that shows it is done */
async function clickTechnology(page) {
  await page.locator("figure.chart-line").first().scrollIntoViewIfNeeded();
  const ms = await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const begun = performance.now();
          document.querySelector("button[data-technology]").click();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - begun);
          port2.postMessage(null);
        });
      }),
  );
  await page.waitForTimeout(SETTLED_MS);
  return ms;
}

/** The script that draws the courses: `bench-site-courses.js`, with all that it needs. */
async function bundleCourses() {
  const folder = mkdtempSync(join(tmpdir(), "rtbench-bench-"));
  const outfile = join(folder, "courses.js");
  try {
    await esbuild.build({
      entryPoints: [fileURLToPath(new URL("bench-site-courses.js", import.meta.url))],
      bundle: true,
      minify: true,
      format: "iife",
      outfile,
      nodePaths: [fileURLToPath(new URL("../bench/site/node_modules", import.meta.url))],
    });
    return readFileSync(outfile, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function courseTimes(page, courses) {
  await page.goto(new URL("/404.html", process.env.SITE_PUBLISHED).href);
  await page.evaluate(courses);
  return page.evaluate(() => window.courseTimes());
}
