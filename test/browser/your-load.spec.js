// A reader's own load: said in the form or by the address, answered by measured cells alone.

import { expect, query, settled, test } from "./page.js";

const QUESTION = "?need=rooms:2,users:30,latency:10,memory:100,by:memory";
const section = (page) => page.locator("[data-your-load]");
const verdict = (page) => section(page).getByRole("status");
const held = (page) => section(page).locator("tbody th");

test("who held 30 users in each of 2 rooms is told by keyboard alone, sorted by memory, and is in the address", async ({
  page,
}) => {
  await page.goto("/");
  await expect(verdict(page)).toBeEmpty();
  for (const [label, text] of [
    ["Rooms", "2"],
    ["Users per room", "30"],
    ["Latency p99 at most", "10"],
    ["Memory at most", "100"],
  ]) {
    await section(page).getByLabel(label).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  }
  await section(page).getByLabel("Lowest first").selectOption("Memory");
  await expect(verdict(page)).toHaveText(
    /^\d+ of 14 technologies held 2 rooms, 30 users with latency p99 at most 10\sms and memory at most 100\sMiB\.$/,
  );
  await settled(page);
  expect(query(page)).toContain(QUESTION.slice(1));
  const memory = await section(page).locator("tbody tr td:nth-of-type(3)").allTextContents();
  const figures = memory.map((text) => Number.parseFloat(text));
  expect(figures.length).toBeGreaterThan(0);
  expect(figures).toEqual([...figures].sort((a, b) => a - b));
  expect(Math.max(...figures)).toBeLessThanOrEqual(100);
});

test("a link asks the same, and the page's cell is the lightest looked at", async ({ page }) => {
  await page.goto(`/${QUESTION}`);
  await expect(held(page).first()).toBeVisible();
  await expect(section(page).getByLabel("Users per room")).toHaveValue("30");
  const names = await held(page).allTextContents();
  await section(page)
    .getByText(/^Did not hold it/)
    .click();
  const failed = await section(page).locator("details li").allTextContents();
  expect(names.length + failed.length).toBe(14);
  await section(page).getByLabel("CPU at most").fill("0.85");
  await expect(verdict(page)).toHaveText(/CPU at most 0.85\scores/);
  await settled(page);
  expect(new URLSearchParams(query(page)).get("need")).toContain("cpu:85,");
  await page.reload();
  await expect(section(page).getByLabel("CPU at most")).toHaveValue("0.85");
  expect(new URLSearchParams(query(page)).get("users")).toBe("30");
});

test("of a load heavier than any measured nothing is said but that", async ({ page }) => {
  await page.goto("/?need=rooms:9,users:30,by:latency");
  await expect(verdict(page)).toHaveText(/^Nothing as heavy as 9 rooms, 30 users was measured/);
  await expect(held(page)).toHaveCount(0);
});

test("what is no load changes nothing", async ({ page }) => {
  await page.goto(`/${QUESTION}`);
  await expect(held(page).first()).toBeVisible();
  const before = await verdict(page).textContent();
  await section(page).getByLabel("Users per room").fill("-3");
  await settled(page);
  expect(query(page)).toBe(QUESTION);
  await expect(verdict(page)).toHaveText(before);
});
