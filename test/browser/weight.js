// What a page weighs: of each answer that the browser gets for it, the size as gzip makes it.

import { gzipSync } from "node:zlib";
import { drawAll } from "./page.js";

/** At most so many kilobytes (1,000 bytes), of the headline page with every technology of the registry. */
export const BUDGETS_KB = { "before the first chart's bundle": 56, "with every chart drawn": 125 };

/** What a chart needs besides the page to become interactive. */
const BUNDLE = "/assets/build/charts.js";

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} url of the page to weigh
 * @returns {Promise<Object<string, number>>} kilobytes by the parts of `BUDGETS_KB`
 */
export async function weigh(page, url) {
  const requests = [];
  page.on("request", (request) => requests.push(request));
  await page.goto(url);
  await drawAll(page);
  const weights = await Promise.all(requests.map(async (request) => weight(await request.response())));
  const sum = (some) => some.reduce((total, kb) => total + kb, 0);
  const bundle = requests.findIndex((request) => new URL(request.url()).pathname === BUNDLE);
  return {
    "before the first chart's bundle": sum(weights.slice(0, bundle)),
    "with every chart drawn": sum(weights),
  };
}

async function weight(answer) {
  return gzipSync(await answer.body(), { level: 9 }).length / 1000;
}
