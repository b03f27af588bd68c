// The scoreboard on the first screen of the published index.

import AxeBuilder from "@axe-core/playwright";
import { drawAll, expect, goBack, lookAtCharts, query, technologyButtons, test } from "./page.js";

const table = (page) => page.locator("table[data-scoreboard]");
const rows = (page) => table(page).locator("tbody tr");
const header = (page, name) => table(page).getByRole("columnheader", { name });
const ids = (page) => rows(page).evaluateAll((all) => all.map(({ dataset }) => dataset.technology));
const column = (page, place) =>
  rows(page).evaluateAll(
    (all, cell) => all.map(({ cells }) => Number(cells[cell].firstChild.data.replace(/[^\d.]/g, ""))),
    place,
  );
const ascending = (values) => [...values].sort((a, b) => a - b);

/** The lower edge of an element on the page, as it opens. */
const bottom = async (locator) => {
  const { y, height } = await locator.boundingBox();
  return y + height;
};

test("all technologies stand on a desktop's first screen, sorted by what they carry", async ({ page, open }) => {
  await open();
  expect(await rows(page).count()).toBeGreaterThanOrEqual(14);
  expect(await bottom(rows(page).nth(13))).toBeLessThanOrEqual(800);
  await expect(header(page, /^Carries/)).toHaveAttribute("aria-sort", "descending");
  const carried = await column(page, 1);
  expect(carried).toEqual(ascending(carried).reverse());
});

test("on a phone the first rows are in sight with two columns, and only the table scrolls sideways", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  expect(await bottom(rows(page).first())).toBeLessThanOrEqual(844);
  const second = await rows(page).first().locator("td").nth(1).boundingBox();
  expect(second.x + second.width).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("every head sorts by pointer and keyboard, the best first, then the other way round", async ({ page, open }) => {
  await open();
  const memory = header(page, /^Memory/);
  await memory.getByRole("button").click();
  await expect(memory).toHaveAttribute("aria-sort", "ascending");
  await expect(table(page).locator("[aria-sort]")).toHaveCount(1);
  const values = await column(page, 4);
  expect(values).toEqual(ascending(values));
  await page.keyboard.press("Enter");
  await expect(memory).toHaveAttribute("aria-sort", "descending");
  expect(await column(page, 4)).toEqual(values.reverse());
  await expect(memory.getByRole("button")).toBeFocused();
  await header(page, /^Technology/)
    .getByRole("button")
    .click();
  expect((await ids(page))[0]).toBe("akka-play");
});

test("a row's mark hides its technology in the charts and in the buttons, and is in the address", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page, "#latency-1-room");
  const mark = table(page).getByRole("button", { name: "Node.js in the charts" });
  await expect(mark).toHaveAttribute("aria-pressed", "true");
  await mark.click();
  await expect(mark).toHaveAttribute("aria-pressed", "false");
  await expect(technologyButtons(page).and(page.locator("[data-technology='node-ws']"))).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await expect.poll(() => query(page)).toMatch(/^\?show=(?!.*node-ws)/);
  await page.locator("#latency-1-room").scrollIntoViewIfNeeded();
  await expect.poll(async () => (await lookAtCharts(page, "#latency-1-room"))[0].print).not.toBe(before[0].print);
  await goBack(page);
  await expect(mark).toHaveAttribute("aria-pressed", "true");
});

test("a name leads to the charts of that technology alone", async ({ page, open }) => {
  await open();
  await table(page).getByRole("link", { name: "Bun" }).click();
  await expect(page).toHaveURL(/\?show=bun#latency$/);
  await expect(technologyButtons(page).and(page.locator("[aria-pressed='true']"))).toHaveText(["Bun"]);
});

test("axe finds no violation in the scoreboard, light and dark", async ({ page, open }) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await open();
    const { violations } = await new AxeBuilder({ page }).include(".scoreboard-frame").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  }
});
