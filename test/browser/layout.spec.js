// The grid of the published pages: contents, what stands beside prose, cards, and charts that take the width.

import { accessibilityFaults, drawAll, expect, test } from "./page.js";

const POST = "/2026/chat-at-low-load/";
const box = (page, selector) => page.locator(selector).first().boundingBox();
const at = (width, height = 900) => ({ width, height });

test("the first page's own ways stand in for its contents until these have room beside it", async ({ page, open }) => {
  await open();
  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(contents).toBeHidden();
  await expect(page.locator(".ways").getByRole("link", { name: "Closer looks" })).toBeInViewport();
  await page.setViewportSize(at(1920));
  await expect(contents).toBeVisible();
});

test("the contents lead to every part of a long page, on one line or beside it where there is room", async ({
  page,
}) => {
  await page.goto("/2026/akka-vs-node/");
  const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  const ids = await links.evaluateAll((all) => all.map(({ hash }) => hash.slice(1)));
  expect(ids).toEqual(await page.locator("h2").evaluateAll((all) => all.map(({ id }) => id)));
  const body = await box(page, ".body");
  expect((await box(page, ".contents")).height).toBeLessThan(40);
  await page.setViewportSize(at(1920));
  const beside = await box(page, ".contents");
  expect(beside.x + beside.width).toBeLessThan((await box(page, ".body")).x);
  expect((await box(page, ".body")).width).toBeGreaterThan(body.width);
  await page.mouse.wheel(0, 3000);
  await expect(links.first()).toBeInViewport();
});

test("on a wide screen charts grow, three beside each other, and prose keeps its measure", async ({ page }) => {
  const measured = {};
  for (const width of [1280, 1920]) {
    await page.setViewportSize(at(width));
    await page.goto(POST);
    const charts = await page.locator(".charts > .chart").evaluateAll((all) => all.map((one) => one.offsetTop));
    expect(new Set(charts.slice(0, 3)).size).toBe(1);
    const prose = await page.locator(".body > p:not(.lead)").first().boundingBox();
    measured[width] = { chart: (await box(page, ".charts .chart-area")).width, prose: prose.width };
  }
  expect(measured[1920].chart).toBeGreaterThan(1.15 * measured[1280].chart);
  expect(measured[1920].prose).toBe(measured[1280].prose);
});

test("ranks stand beside the prose on a desktop, and between it on a phone", async ({ page }) => {
  await page.setViewportSize(at(1280));
  await page.goto(POST);
  const prose = ".body > .beside + p";
  const [ranks, text] = [await box(page, ".beside"), await box(page, prose)];
  expect(ranks.x).toBeGreaterThanOrEqual(text.x + text.width);
  expect(ranks.y).toBeLessThan(text.y + text.height);
  await page.setViewportSize(at(390));
  expect((await box(page, ".beside")).y).toBeLessThan((await box(page, prose)).y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("every further comparison has a card whose picture loads when it comes near, and which leads there", async ({
  page,
  open,
}) => {
  const pictures = [];
  page.on("request", (request) => request.url().endsWith("-small.svg") && pictures.push(request.url()));
  await open();
  expect(pictures).toEqual([]);
  const cards = page.locator(".cards li");
  expect(await cards.count()).toBeGreaterThanOrEqual(8);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await expect.poll(() => card.locator("img").evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
  }
  const title = await cards.first().getByRole("link").textContent();
  await cards.first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title.trim());
});

test("the index with everything closed is at most 9,000 px high", async ({ page, open }) => {
  await page.setViewportSize(at(1280, 800));
  await open();
  await drawAll(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(9000);
});

test("axe finds no violation in ranks, cards and contents, light and dark", async ({ page }) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [path, parts] of [
      ["/", [".cards", ".contents"]],
      [POST, [".beside", ".contents"]],
    ]) {
      await page.goto(path);
      expect(await accessibilityFaults(page, ...parts)).toEqual([]);
    }
  }
});
