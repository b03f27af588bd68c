// A comparison of two hundred technologies and more: few are shown, any is found, and the page stays as small as with few.

import { readFileSync } from "node:fs";
import { ADDED, addedId, copyOf } from "./crowded.js";
import { accessibilityFaults, drawAll, expect, lookAtCharts, query, scrollThrough, test } from "./page.js";

const MOST_SHOWN = 8;
const PATTERN = readFileSync(new URL("../../data/chat/go-coder.json", import.meta.url), "utf8");

const buttons = (page) => page.locator(".controls button[data-technology]");
const pressed = (page) => page.locator(".controls button[data-technology][aria-pressed='true']");
const box = (page) => page.getByRole("combobox", { name: "Find a technology" });
const options = (page) => page.locator(".finder [role='option']");
const rows = (page) => page.locator("table[data-scoreboard] tbody tr:visible");
const namesOf = (locator) => locator.evaluateAll((all) => all.map(({ dataset }) => dataset.technology));
/** Colour and point of each swatch. */
const looksOf = (locator) =>
  locator
    .locator(".swatch")
    .evaluateAll((all) =>
      all.map((one) => one.style.getPropertyValue("--look-light") + one.querySelector("use").getAttribute("href")),
    );

const openAtCharts = async (page, open, words = "") => {
  await open(words);
  await expect(box(page)).toHaveCount(1);
  await page.locator("#latency-1-room").scrollIntoViewIfNeeded();
};

test("at most eight are shown at first, and only these have buttons", async ({ page, open }) => {
  await openAtCharts(page, open);
  await expect(pressed(page)).toHaveCount(MOST_SHOWN);
  await expect(buttons(page)).toHaveCount(MOST_SHOWN);
  await expect(page.locator(".controls [data-shown-count]")).toHaveText(String(MOST_SHOWN));
  expect(query(page)).toBe("");
});

for (const [device, viewport, most] of [
  ["desktop", { width: 1280, height: 800 }, 56],
  ["phone", { width: 390, height: 844 }, 88],
]) {
  test(`on a ${device} the page is hardly higher than with few technologies, its controls no higher`, async ({
    page,
    open,
    browser,
  }) => {
    const sizes = async (one) => {
      await scrollThrough(one);
      const bar = await one.locator(".controls").boundingBox();
      return { page: await one.evaluate(() => document.documentElement.scrollHeight), bar: bar.height };
    };
    await page.setViewportSize(viewport);
    await openAtCharts(page, open);
    const crowded = await sizes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    const other = await browser.newPage({ viewport });
    await other.goto(process.env.SITE_PUBLISHED);
    const few = await sizes(other);
    expect(crowded.page).toBeLessThanOrEqual(1.3 * few.page);
    expect(crowded.bar).toBeLessThanOrEqual(few.bar);
    expect(crowded.bar).toBeLessThanOrEqual(most);
  });
}

test("any technology is found by typing, by keyboard alone, and is shown", async ({ page, open }) => {
  await openAtCharts(page, open);
  await drawAll(page);
  const before = await lookAtCharts(page, "#latency-1-room");
  await box(page).focus();
  await page.keyboard.type("work-117");
  await expect(box(page)).toHaveAttribute("aria-expanded", "true");
  await expect(options(page)).toHaveText([addedId(117)]);
  await page.keyboard.press("Enter");
  await expect(page.locator(`.controls button[data-technology="${addedId(117)}"]`)).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toBeFocused();
  await expect.poll(() => query(page)).toContain(addedId(117));
  await page.locator("#latency-1-room").scrollIntoViewIfNeeded();
  await expect.poll(async () => (await lookAtCharts(page, "#latency-1-room"))[0].print).not.toBe(before[0].print);
});

test("arrows choose among what is found, Escape closes it, and a click shows one", async ({ page, open }) => {
  await openAtCharts(page, open);
  await box(page).fill("vertx");
  await expect(options(page)).toHaveText([/^Vert.x event bus/, /^Vert.x/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(box(page)).toHaveAttribute("aria-activedescendant", await options(page).nth(1).getAttribute("id"));
  await page.keyboard.press("Escape");
  await expect(box(page)).toHaveAttribute("aria-expanded", "false");
  await box(page).fill("python");
  await options(page).filter({ hasText: "Python" }).first().click();
  await expect(page.locator(".controls button[data-technology='python-starlette']")).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("a family is found and shown as one", async ({ page, open }) => {
  await openAtCharts(page, open);
  await box(page).fill("spring");
  await expect(options(page).first()).toContainText("Spring, all 3");
  await page.keyboard.press("Enter");
  for (const id of ["spring-tomcat", "spring-jetty", "spring-webflux"]) {
    await expect(page.locator(`.controls button[data-technology='${id}']`)).toHaveAttribute("aria-pressed", "true");
  }
});

test("those shown differ in their looks, and a link restores these", async ({ page, open }) => {
  const shown = ["go-coder", ...[5, 21, 37, 53, 69].map(addedId)];
  await openAtCharts(page, open, `?show=${shown.join(",")}`);
  await expect(pressed(page)).toHaveCount(shown.length);
  const looks = await looksOf(pressed(page));
  expect(new Set(looks).size).toBe(shown.length);
  expect(await namesOf(pressed(page))).toEqual(shown);
  await page.reload();
  await expect(pressed(page)).toHaveCount(shown.length);
  expect(await looksOf(pressed(page))).toEqual(looks);
});

test("the scoreboard has fifteen rows, then all, filters them by name, and sorts over all", async ({ page, open }) => {
  await open();
  await expect(rows(page)).toHaveCount(15);
  const filter = page.getByRole("searchbox", { name: "Filter the table" });
  await filter.fill("framework-20");
  await expect(rows(page)).toHaveCount(1);
  await filter.fill("");
  await expect(rows(page)).toHaveCount(15);
  await page
    .locator("table[data-scoreboard]")
    .getByRole("button", { name: /^Memory/ })
    .click();
  await expect(rows(page).first()).toHaveAttribute("data-technology", "cpp-beast");
  await page
    .getByRole("link", { name: /^All \d+ technologies$/ })
    .first()
    .click();
  await expect(rows(page)).toHaveCount(14 + ADDED);
  await page.getByRole("button", { name: `${addedId(3)} in the charts` }).click();
  await expect.poll(() => query(page)).toContain(addedId(3));
});

test("the best of a column within a filter go into the charts", async ({ page, open }) => {
  await open();
  await page.getByRole("searchbox", { name: "Filter the table" }).fill("spring");
  await page
    .locator("table[data-scoreboard]")
    .getByRole("button", { name: /^Memory/ })
    .click();
  await expect(rows(page).first()).toHaveAttribute("data-technology", "spring-jetty");
  const best = (await namesOf(rows(page))).slice(0, MOST_SHOWN);
  await page.getByRole("button", { name: "First 8 into the charts" }).click();
  await expect.poll(async () => (await namesOf(pressed(page))).sort()).toEqual([...best].sort());
});

test("A versus B and a reader's own load reach every technology", async ({ page, open }) => {
  await open(`?versus=${addedId(9)},go-coder`);
  await expect(page.locator("[data-versus-figures] table").first()).toContainText(addedId(9));
  await open("?need=rooms:1,users:20,by:memory");
  await expect(page.locator("[data-your-load-figures]")).toContainText(addedId(150));
});

test("a dropped file with two hundred technologies shows eight of them", async ({ page, open }) => {
  await openAtCharts(page, open);
  const copies = Array.from({ length: ADDED }, (_, i) => JSON.parse(copyOf(PATTERN, i + 1)));
  const file = { run: copies[0].run, results: copies.flatMap(({ results }) => results) };
  delete file.run.servers;
  await page.setInputFiles("[data-drop-input]", {
    name: "mine.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(file)),
  });
  const yours = page.locator(".controls button[data-technology^='yours.'][aria-pressed='true']");
  await expect(yours).toHaveCount(MOST_SHOWN);
  expect(new Set(await looksOf(pressed(page))).size).toBe(2 * MOST_SHOWN);
  await box(page).fill("framework-150 (yours");
  await page.keyboard.press("Enter");
  await expect(yours).toHaveCount(MOST_SHOWN + 1);
});

test("axe finds no violation, with the list open, light and dark", async ({ page, open }) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await openAtCharts(page, open);
    await box(page).fill("java");
    await expect(options(page).first()).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("the tables have pages that hold every technology", async ({ page, open }) => {
    await open();
    await expect(rows(page)).toHaveCount(15);
    for (const name of [/^All \d+ technologies$/, /^All technologies at /]) {
      await page.goto("/");
      await page.getByRole("link", { name }).first().click();
      await expect(page.locator("tbody tr")).toHaveCount(14 + ADDED);
    }
  });
});

test("the page weighs at most 150 KB with everything drawn", async ({ page, baseURL }) => {
  const { weigh } = await import("./weight.js");
  const found = await weigh(page, baseURL);
  expect(found["with every chart drawn"]).toBeLessThanOrEqual(150);
});
