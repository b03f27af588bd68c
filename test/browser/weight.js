// What a page weighs: of each answer that the browser gets for it, the size as gzip makes it.

import { gzipSync } from "node:zlib";
import { drawAll } from "./page.js";

/** At most so many kilobytes (1,000 bytes), of the headline page with every technology of the registry. */
export const BUDGETS_KB = { "without scripts": 45, "with every chart drawn": 100 };

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} url of the page to weigh
 * @returns {Promise<Object<string, number>>} kilobytes by the parts of `BUDGETS_KB`
 */
export async function weigh(page, url) {
  const answers = [];
  page.on("response", (response) => answers.push(response));
  await page.goto(url);
  await drawAll(page);
  const weights = await Promise.all(
    answers.map(async (answer) => ({ script: answer.request().resourceType() === "script", kb: await weight(answer) })),
  );
  const sum = (some) => some.reduce((total, { kb }) => total + kb, 0);
  return {
    "without scripts": sum(weights.filter(({ script }) => !script)),
    "with every chart drawn": sum(weights),
  };
}

async function weight(answer) {
  return gzipSync(await answer.body(), { level: 9 }).length / 1000;
}
