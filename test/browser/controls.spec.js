// The bar of controls: small, and at hand where a chart is in sight.

import { drawAll, expect, figures, openMore, test } from "./page.js";

const bar = (page) => page.locator(".controls");

/** Scrolls until an element begins below the bar. */
const scrollTo = (locator) => locator.evaluate((one) => one.scrollIntoView());

for (const { width, height, most } of [
  { width: 1280, height: 800, most: 56 },
  { width: 390, height: 844, most: 88 },
]) {
  test(`beside a chart the bar is at most ${most} px high at ${width} px`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await open();
    await drawAll(page);
    await scrollTo(figures(page).nth(1));
    await expect(bar(page)).not.toHaveAttribute("data-idle");
    const box = await bar(page).boundingBox();
    expect(box.y).toBe(0);
    expect(box.height).toBeLessThanOrEqual(most);
  });
}

test("the bar is not over what it does not control, and stays where it stands", async ({ page, open }) => {
  await open();
  await drawAll(page);
  await scrollTo(page.locator(".site-footer"));
  await expect(bar(page)).toHaveCSS("opacity", "0");
  await scrollTo(figures(page).first());
  await expect(bar(page)).toHaveCSS("opacity", "1");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(bar(page)).not.toHaveAttribute("data-idle");
});

test("the keyboard brings an idle bar back", async ({ page, open }) => {
  await open();
  await drawAll(page);
  await scrollTo(page.locator(".site-footer"));
  await expect(bar(page)).toHaveCSS("opacity", "0");
  await page.keyboard.press("Shift");
  await bar(page).locator("summary").focus();
  await expect(bar(page)).toHaveCSS("opacity", "1");
});

test("what is seldom changed is one press away, and Escape or a press beside it folds it", async ({ page, open }) => {
  await open();
  const more = bar(page).locator("details");
  const axis = page.getByRole("combobox", { name: "Along" });
  const { height } = await bar(page).boundingBox();
  await openMore(page);
  await axis.focus();
  expect((await bar(page).boundingBox()).height).toBe(height);
  await page.keyboard.press("Escape");
  await expect(axis).toBeHidden();
  await expect(more.locator("summary")).toBeFocused();
  await openMore(page);
  await page.locator(".site-header").click();
  await expect(axis).toBeHidden();
});
