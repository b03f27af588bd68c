// Sets the headline page with two hundred technologies more beside the published one: `make bench-site ARGS="crowd --added 200 --rounds 5"`;
// fails where a promise is broken.
//
// The further ones are copies of one result file with figures of their own (test/browser/crowded.js). What is told of the click, from
// a button to the frame that shows it, and of the build is the median of the rounds, the sites taking turns.

import { performance } from "node:perf_hooks";
import { chromium } from "@playwright/test";
import { drawAll, settled } from "../test/browser/page.js";
import config from "../test/browser/playwright.config.js";
import serveSites, { buildSite } from "../test/browser/setup.js";
import { weigh } from "../test/browser/weight.js";
import { median, wholeNumbers } from "./bench-site-shared.mjs";

const SITES = ["published", "crowded"];
const VIEWPORT = { width: 1280, height: 800 };

/** What the crowded site may have at most, of the published one's or in all. */
const PROMISED = {
  "page height (px)": (few) => 1.3 * few,
  "controls' height (px)": (few) => few,
  "weight with every chart drawn (KB)": () => 150,
  "click to frame (ms)": (few) => 1.5 * few,
  "build (s)": (few) => 2.1 * few,
};

const { rounds, added } = wholeNumbers({ rounds: 5, added: 200 });
const endServing = await serveSites({ compressed: true, added });
const browser = await chromium.launch(config.use.launchOptions);
let kept = false;
try {
  kept = tell(await measure());
} finally {
  await browser.close();
  endServing();
}
process.exit(kept ? 0 : 1);

/** @returns {Promise<Object<string, number>[]>} by the names of `PROMISED`, in the order of `SITES` */
async function measure() {
  const taken = SITES.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, site] of SITES.entries())
      taken[i].push({ ...(await lookAt(site)), "build (s)": secondsToBuild(site) });
  }
  return taken.map((all) =>
    Object.fromEntries(Object.keys(PROMISED).map((name) => [name, median(all.map((one) => one[name]))])),
  );
}

async function lookAt(site) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const { "with every chart drawn": weight } = await weigh(page, process.env[`SITE_${site.toUpperCase()}`]);
  await drawAll(page);
  await page.locator("#latency-1-room").scrollIntoViewIfNeeded();
  const sizes = await page.evaluate(() => ({
    "page height (px)": document.documentElement.scrollHeight,
    "controls' height (px)": document.querySelector(".controls").getBoundingClientRect().height,
  }));
  await settled(page);
  const click = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const button = document.querySelector(".controls button[data-technology][aria-pressed='true']");
        const begun = performance.now();
        button.click();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - begun);
          port2.postMessage(null);
        });
      }),
  );
  await page.close();
  return { ...sizes, "weight with every chart drawn (KB)": weight, "click to frame (ms)": click };
}

function secondsToBuild(site) {
  const begun = performance.now();
  buildSite(site);
  return (performance.now() - begun) / 1000;
}

function tell([few, many]) {
  const lines = Object.entries(PROMISED).map(([name, most]) => {
    const limit = most(few[name]);
    process.stdout.write(
      `${name}: ${few[name].toFixed(1)} published, ${many[name].toFixed(1)} with ${added} more (promised: at most ${limit.toFixed(1)})\n`,
    );
    return many[name] <= limit;
  });
  return lines.every(Boolean);
}
