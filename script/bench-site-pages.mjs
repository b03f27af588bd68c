// Weighs the headline page, and asks Lighthouse about every page; fails where a promise is broken.
// `make bench-site ARGS="pages --rounds 5"`.
//
// The weight is that of all answers, compressed by gzip, of the headline page with every technology of the registry and every chart
// drawn: `weigh` of test/browser/weight.js, which the tests hold to the same limits. Lighthouse looks at each page of the
// published site as on a phone, each round with a browser of its own; what is told is the median of its rounds.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import config from "../test/browser/playwright.config.js";
import serveSites from "../test/browser/setup.js";
import { BUDGETS_KB, weigh } from "../test/browser/weight.js";
import { median, wholeNumbers } from "./bench-site-shared.mjs";

const PROMISED = { score: 100, blockingMs: 50, shift: 0 };
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

const { rounds } = wholeNumbers({ rounds: 3 });
const endServing = await serveSites({ compressed: true });
let kept = false;
try {
  kept = [await benchWeight(), ...(await benchLighthouse())].every(Boolean);
} finally {
  endServing();
}
process.exit(kept ? 0 : 1);

async function benchWeight() {
  const browser = await chromium.launch(config.use.launchOptions);
  try {
    const found = await weigh(await browser.newPage(), process.env.SITE_PUBLISHED);
    for (const [part, kb] of Object.entries(found)) {
      process.stdout.write(`${kb.toFixed(1)} KB ${part} (promised: at most ${BUDGETS_KB[part]})\n`);
    }
    return Object.entries(found).every(([part, kb]) => kb <= BUDGETS_KB[part]);
  } finally {
    await browser.close();
  }
}

async function benchLighthouse() {
  const kept = [];
  for (const path of await pages()) {
    const taken = [];
    for (let round = 0; round < rounds; round++)
      taken.push(await lighthouse(new URL(path, process.env.SITE_PUBLISHED).href));
    const of = (figure) => median(taken.map((one) => one[figure]));
    const scores = CATEGORIES.map(of);
    process.stdout.write(
      `${path}: Lighthouse ${scores.join("/")} (promised: ${CATEGORIES.map(() => PROMISED.score).join("/")}), blocked for ` +
        `${of("blockingMs").toFixed(0)} ms (at most ${PROMISED.blockingMs}), layout shift ${of("shift").toFixed(3)} (${PROMISED.shift})\n`,
    );
    const full = scores.every((score) => score >= PROMISED.score);
    kept.push(full && of("blockingMs") <= PROMISED.blockingMs && of("shift") <= PROMISED.shift);
  }
  return kept;
}

/** The paths of all pages in the sitemap. */
async function pages() {
  const sitemap = await (await fetch(new URL("/sitemap.xml", process.env.SITE_PUBLISHED))).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url]) => new URL(url, process.env.SITE_PUBLISHED).pathname,
  );
  return paths.filter((path) => path.endsWith("/") || path.endsWith(".html"));
}

async function lighthouse(url) {
  const { executablePath = chromium.executablePath(), args } = config.use.launchOptions;
  const { stdout } = await promisify(execFile)(
    fileURLToPath(new URL("../bench/site/node_modules/.bin/lighthouse", import.meta.url)),
    [url, "--quiet", "--output=json", `--chrome-flags=--headless ${args.join(" ")}`],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 2 ** 28 },
  );
  const { categories, audits } = JSON.parse(stdout);
  return {
    ...Object.fromEntries(CATEGORIES.map((id) => [id, Math.round(categories[id].score * 100)])),
    blockingMs: audits["total-blocking-time"].numericValue,
    shift: audits["cumulative-layout-shift"].numericValue,
  };
}
