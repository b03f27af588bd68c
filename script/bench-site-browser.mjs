// Measures what the site promises of speed, each figure beside a peer's in the same run, and fails where a promise is
// broken. `make bench-site ARGS="browser --rows 200000 --rounds 5"`.
//
// Browser: a TSV is dropped onto the page, read, checked and summarised until its entry stands in the panel, the loading
// of the reader included. The peer is Papa Parse alone (`header: false`), on the main thread of an empty page. Each round
// has a browser of its own; memory is its tab's peak resident set, as the kernel has it.

import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import config from "../test/browser/playwright.config.js";
import serveSites from "../test/browser/setup.js";
import { mainThreadTasks, median, wholeNumbers } from "./bench-site-shared.mjs";

/** Of a million rows; fewer are for trying things out. */
const PROMISED = { rows: 1_000_000, ratio: 3, longestTaskCpuMs: 50 };
const LONGEST_ROUND_MS = 600_000;
const PAPA = fileURLToPath(new URL("../node_modules/papaparse/papaparse.min.js", import.meta.url));
const TECHNOLOGIES = ["node-ws", "node-cluster", "vertx", "go-coder"];
const CELLS = 50;
const HEADER = ["technology", "rooms", "users", "iteration", "messages_per_user"].concat([
  "latency_mean_ms",
  "latency_p99_ms",
  "cpu_percent",
  "memory_mib",
]);

const { rows, rounds } = wholeNumbers({ rows: PROMISED.rows, rounds: 3 });

const folder = mkdtempSync(join(tmpdir(), "rtbench-bench-"));
let kept = false;
try {
  kept = await benchBrowser(join(folder, "rows.tsv"));
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(kept ? 0 : 1);

async function benchBrowser(path) {
  await writeRows(path);
  const endServing = await serveSites();
  const taken = [];
  try {
    for (let round = 0; round < rounds; round++) {
      taken.push({ papa: await inBrowser(parseAlone, path), drop: await inBrowser(dropOntoPage, path) });
      const { papa, drop } = taken.at(-1);
      process.stdout.write(`round ${round + 1}: ${figures(papa)} by Papa Parse, ${figures(drop)} dropped\n`);
    }
  } finally {
    endServing();
  }
  return report(taken, statSync(path).size);
}

function report(taken, bytes) {
  const of = (side, figure) => taken.map((round) => round[side][figure]);
  const ratio = median(of("drop", "ms")) / median(of("papa", "ms"));
  const longest = Math.max(...of("drop", "longestTaskCpuMs"));
  const peak = Math.max(...of("drop", "peakMib"));
  process.stdout.write(
    `${rows.toLocaleString("en")} rows, ${(bytes / 1e6).toFixed(1)} MB: ${ratio.toFixed(2)} times Papa Parse alone ` +
      `(promised: at most ${PROMISED.ratio}); longest task of the main thread ${Math.round(longest)} ms of CPU time (at most ` +
      `${PROMISED.longestTaskCpuMs}), ${Math.round(Math.max(...of("drop", "longestTaskMs")))} ms by the clock; peak memory of the tab ${Math.round(peak)} MiB, ` +
      `of Papa Parse's ${Math.round(Math.max(...of("papa", "peakMib")))} MiB\n`,
  );
  if (rows < PROMISED.rows) return true;
  return ratio <= PROMISED.ratio && longest <= PROMISED.longestTaskCpuMs;
}

function figures({ ms, peakMib }) {
  return `${(ms / 1000).toFixed(2)} s and ${Math.round(peakMib)} MiB`;
}

/** Rows of four technologies in 200 cells, their figures spread by a fixed sequence. */
async function writeRows(path) {
  const stream = createWriteStream(path);
  const spread = (i, step, range) => ((i * step) % 9973) * (range / 9973);
  const iterations = Math.ceil(rows / (TECHNOLOGIES.length * CELLS));
  stream.write(`${HEADER.join("\t")}\n`);
  for (let i = 0; i < rows; i++) {
    const iteration = (i % iterations) + 1;
    const cell = Math.floor(i / iterations);
    const mean = 0.2 + spread(i, 7919, 100);
    const row = [
      TECHNOLOGIES[cell % TECHNOLOGIES.length],
      1,
      10 + Math.floor(cell / TECHNOLOGIES.length),
      iteration,
      500,
      mean.toFixed(3),
      (mean * 3).toFixed(3),
      (10 + spread(i, 104729, 390)).toFixed(2),
      (50 + spread(i, 1299709, 100)).toFixed(2),
    ];
    if (!stream.write(`${row.join("\t")}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}

/** What `act` measures in a browser of its own, with the peak memory of its tab. */
async function inBrowser(act, path) {
  const browser = await chromium.launch(config.use.launchOptions);
  try {
    const page = await browser.newPage();
    const measured = await act(page, path);
    return { ...measured, peakMib: await peakOfTabs(browser) };
  } finally {
    await browser.close();
  }
}

/** Of the largest of the browser's renderers: the other is the one that a new browser keeps in reserve. */
async function peakOfTabs(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]) / 1024);
  return Math.max(...peaks);
}

async function parseAlone(page, path) {
  await page.setContent("<input type='file'>");
  await page.addScriptTag({ path: PAPA });
  await page.locator("input").setInputFiles(path);
  page.setDefaultTimeout(LONGEST_ROUND_MS);
  return page.evaluate(async () => {
    const [file] = document.querySelector("input").files;
    const begun = performance.now();
    const { data } = window.Papa.parse(await file.text(), { delimiter: "\t", header: false });
    return { ms: performance.now() - begun, lines: data.length };
  });
}

async function dropOntoPage(page, path) {
  await page.addInitScript(() => {
    document.addEventListener("change", () => (window.begun = performance.now()), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector(".dropped-file")) window.ended ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(process.env.SITE_INVENTED);
  for (const figure of await page.locator("figure[data-chart]").all()) {
    await figure.scrollIntoViewIfNeeded();
    await page.waitForFunction((one) => one.dataset.state === "drawn", await figure.elementHandle());
  }
  await page
    .context()
    .browser()
    .startTracing(page, { categories: ["toplevel"] });
  await page.locator("[data-drop-input]").setInputFiles(path);
  await page.waitForFunction(() => window.ended, null, { timeout: LONGEST_ROUND_MS });
  await page.waitForTimeout(1000);
  const told = await page.locator("[data-drop-status]").textContent();
  if (!told.includes(`${rows.toLocaleString("en")} rows of`)) throw new Error(`The file was not shown: ${told}`);
  const tasks = mainThreadTasks(await page.context().browser().stopTracing());
  return { ms: await page.evaluate(() => window.ended - window.begun), ...tasks };
}
