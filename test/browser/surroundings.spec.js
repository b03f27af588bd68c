// The page in the surroundings that readers have: enlarged, from right to left, with more contrast, in the system's colours.

import { accessibilityFaults, drawAll, expect, figures, lookAtCharts, technologyButtons, test } from "./page.js";

const sideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("at 400 % of a small screen the controls leave room for what they control", async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await open();
  await figures(page).nth(1).scrollIntoViewIfNeeded();
  const { y, height } = await page.locator(".controls").boundingBox();
  expect(Math.min(y + height, 256)).toBeLessThan(128);
});

test("from right to left the page is whole, and its charts stay as they are", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = (await lookAtCharts(page)).map(({ print }) => print);
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  expect(await sideways(page)).toBe(0);
  await drawAll(page);
  expect((await lookAtCharts(page)).map(({ print }) => print)).toEqual(before);
});

for (const media of [{ forcedColors: "active" }, { contrast: "more" }, { contrast: "more", colorScheme: "dark" }]) {
  test(`axe finds no violation with ${JSON.stringify(media)}`, async ({ page, open }) => {
    await page.emulateMedia(media);
    await open();
    await drawAll(page);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
}

test("more contrast is asked for and given, at once", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = (await lookAtCharts(page)).map(({ print }) => print);
  await page.emulateMedia({ contrast: "more" });
  await expect
    .poll(async () => (await lookAtCharts(page)).filter(({ print }, i) => print === before[i]).length)
    .toBe(0);
});

test("in the system's colours, what is pressed differs by more than colour", async ({ page, open }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open();
  const button = technologyButtons(page).first();
  const border = () => button.evaluate((one) => getComputedStyle(one).borderTopWidth);
  const pressed = await border();
  await button.click();
  await expect.poll(border).not.toBe(pressed);
});

test("nothing moves by itself", async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open();
  await drawAll(page);
  await technologyButtons(page).first().click();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
