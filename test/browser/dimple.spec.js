// The charts that dimple draws: a reader can't tell them from the others, but that they are SVG.

import { accessibilityFaults, choice, drawAll, expect, figures, query, technologyButtons, test } from "./page.js";

test.beforeEach(async ({ page }) => {
  await page.goto("/dimple/");
  await drawAll(page);
});

const lines = (figure) => figure.locator("path.dimple-line");

test("every technology has its line in every chart, in its colour", async ({ page }) => {
  await expect(figures(page)).toHaveCount(3);
  for (const figure of await figures(page).all()) {
    await expect(lines(figure)).toHaveCount(2);
    const [first, second] = await lines(figure).evaluateAll((all) => all.map((one) => one.getAttribute("stroke")));
    expect(first).toMatch(/^#[0-9a-f]{6}$/);
    expect(second).not.toBe(first);
  }
});

test("places are in numeric order", async ({ page }) => {
  const ticks = await figures(page).first().locator(".dimple-axis-x .tick text").allTextContents();
  expect(ticks.filter(Boolean)).toEqual(["1", "4", "16"]);
});

test("buttons, statistic and scale govern them, and the address says so", async ({ page }) => {
  const [throughput, latency, p99] = await figures(page).all();
  await expect(latency.locator("[data-statistic]")).toHaveText("mean");
  await choice(page, "Statistic").selectOption("p50");
  await expect(latency.locator("[data-statistic]")).toHaveText("p50");
  await expect(p99.locator("[data-statistic]")).toHaveText("p99");
  await technologyButtons(page).filter({ hasText: "node" }).click();
  await expect(lines(throughput)).toHaveCount(1);
  await expect.poll(() => query(page)).toMatch(/^\?show=[^&]+&stat=p50$/);
  const before = await lines(latency).getAttribute("d");
  await choice(page, "Scale").selectOption("linear");
  await expect(lines(latency)).not.toHaveAttribute("d", before);
});

test("arrow keys read all lines, and Enter pins what they read", async ({ page }) => {
  const figure = figures(page).first();
  await figure.locator("[data-drawing]").focus();
  await page.keyboard.press("Home");
  await expect(figure.locator(".readout-heading")).toHaveText("Requests at once: 1");
  await expect(figure.locator(".readout tr")).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(figure.locator(".readout")).toHaveAttribute("data-pinned", "");
});

test("they take the width that there is", async ({ page }) => {
  const drawing = figures(page).first().locator("[data-drawing] svg");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await drawing.boundingBox())?.width).toBeLessThan(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("axe finds no violation", async ({ page }) => {
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("where a file can't be read, its chart's place says which and why", async ({ page }) => {
  await page.route("**/data/lookup/**", (route) => route.fulfill({ body: "no result file" }));
  await page.reload();
  await expect(page.getByRole("alert").first()).toHaveText(/^data\/lookup\/.*\.json can't be read: /);
  await expect(figures(page).first()).toHaveAttribute("data-state", "unread");
});
