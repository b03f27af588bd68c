// The page that a comparison has before anyone writes one, over an imported file.

import { accessibilityFaults, drawAll, expect, figures, technologyButtons, test, unfold } from "./page.js";

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Comparisons" }).getByText("One record over HTTP").click();
  await drawAll(page);
});

test("every metric has its chart, which the buttons govern", async ({ page }) => {
  await expect(figures(page)).toHaveCount(2);
  await technologyButtons(page).filter({ hasText: "node" }).click();
  for (const canvas of await page.locator("canvas").all()) {
    await expect(canvas).toHaveAccessibleName(/akka/);
    await expect(canvas).not.toHaveAccessibleName(/node/);
  }
});

test("whose figures they are, and what was assumed, stands on the page", async ({ page }) => {
  await page.getByText("Akka against Node.js, 2015: its figures, not ours.").click();
  await expect(page.getByText("Latencies are taken as milliseconds")).toBeVisible();
});

test("axe finds no violation, and nothing scrolls sideways on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await unfold(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
