// The charts: drawn, of one mind with the controls and the address, and readable from a link.

import {
  choice,
  drawAll,
  expect,
  expectChanged,
  figures,
  lineFigures,
  lookAtCharts,
  query,
  technologyButtons,
  test,
} from "./page.js";

const ids = async (locator) => locator.evaluateAll((elements) => elements.map(({ id }) => id));

test("hiding a technology changes all charts and the address, showing it brings both back", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  const button = technologyButtons(page).first();
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  expect(query(page)).toMatch(/^\?show=/);
  await expectChanged(page, before);
  await page.waitForTimeout(600);
  await button.click();
  expect(query(page)).toBe("");
  await expect(async () => expect(await lookAtCharts(page)).toEqual(before)).toPass();
});

test("a double click isolates a technology, in one step of the history", async ({ page, open }) => {
  await open();
  const buttons = technologyButtons(page);
  const id = await buttons.last().getAttribute("data-technology");
  const steps = await page.evaluate(() => history.length);
  await buttons.last().dblclick();
  await expect(page.locator("button[data-technology][aria-pressed='true']")).toHaveCount(1);
  expect(query(page)).toBe(`?show=${id}`);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(page.locator("button[data-technology][aria-pressed='false']")).toHaveCount(0);
});

test("an Alt-click isolates a technology", async ({ page, open }) => {
  await open();
  const first = technologyButtons(page).first();
  await first.click({ modifiers: ["Alt"] });
  expect(query(page)).toBe(`?show=${await first.getAttribute("data-technology")}`);
});

test("the keyboard switches technologies", async ({ page, open }) => {
  await open();
  const first = technologyButtons(page).first();
  await first.focus();
  await page.keyboard.press("Space");
  await expect(first).toHaveAttribute("aria-pressed", "false");
});

test("the address restores the view", async ({ page, open }) => {
  await open();
  const id = await technologyButtons(page).first().getAttribute("data-technology");
  await technologyButtons(page)
    .first()
    .click({ modifiers: ["Alt"] });
  await choice(page, "Statistic").selectOption("p99");
  await choice(page, "Scale").selectOption("log");
  await drawAll(page);
  const before = await lookAtCharts(page);
  expect(query(page)).toBe(`?show=${id}&stat=p99&scale=log`);

  await page.reload();
  await drawAll(page);
  await expect(page.locator("button[data-technology][aria-pressed='true']")).toHaveCount(1);
  await expect(choice(page, "Statistic")).toHaveValue("p99");
  await expect(choice(page, "Scale")).toHaveValue("log");
  expect(await lookAtCharts(page)).toEqual(before);
});

test("back and forward restore the views", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const initial = await lookAtCharts(page);
  await choice(page, "Statistic").selectOption("max");
  await choice(page, "Scale").selectOption("log");
  await page.goBack();
  await expect(choice(page, "Scale")).toHaveValue("linear");
  await expect(choice(page, "Statistic")).toHaveValue("max");
  await page.goBack();
  await expect(choice(page, "Statistic")).toHaveValue("mean");
  await expect(async () => expect(await lookAtCharts(page)).toEqual(initial)).toPass();
  await page.goForward();
  await expect(choice(page, "Statistic")).toHaveValue("max");
});

test("the statistic changes the charts of metrics that have it, and they say so", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await choice(page, "Statistic").selectOption("p99");
  const latency = page.locator("figure[id^='latency']");
  const bubble = page.locator("figure.chart-bubble");
  const lines = before.filter(({ id }) => !id.includes("bubble"));
  await expectChanged(page, lines, await ids(latency));
  for (const figure of await latency.all()) await expect(figure.locator("[data-statistic]")).toHaveText("p99");
  for (const figure of await page.locator("figure[id^='cpu-']:not(.chart-bubble)").all()) {
    await expect(figure.locator("[data-statistic]")).toHaveText("mean");
  }
  await expect(bubble.locator("[data-size-key]")).toContainText("Latency, p99 (ms)");
});

test("the scale changes every chart", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await choice(page, "Scale").selectOption("log");
  await expectChanged(page, before);
});

test("another cell changes the bubble chart, its table and the address, and nothing else", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  const bubble = page.locator("figure.chart-bubble");
  const table = page.locator("[data-cell-summary]");
  const figuresBefore = await table.locator("tbody").textContent();
  await choice(page, "Rooms").selectOption("4");
  await expectChanged(page, before, await ids(bubble));
  expect(query(page)).toMatch(/^\?rooms=4&users=\d+$/);
  const users = new URLSearchParams(query(page)).get("users");
  await expect(choice(page, "Users per room")).toHaveValue(users);
  await expect(bubble.locator("[data-cell-place]")).toHaveText(`4 rooms, ${users} users`);
  await expect(table.locator("[data-cell-place]")).toHaveText(`4 rooms, ${users} users`);
  expect(await table.locator("tbody").textContent()).not.toBe(figuresBefore);
});

test("the chosen cell's table says what its build would say", async ({ page, open }) => {
  await open();
  const table = page.locator("[data-cell-summary]");
  const text = () => table.evaluate((element) => element.textContent.replace(/\s+/g, " "));
  const built = await text();
  await choice(page, "Rooms").selectOption("2");
  expect(await text()).not.toBe(built);
  await page.goBack();
  await expect(async () => expect(await text()).toBe(built)).toPass();
});

test("the canvases say what they show", async ({ page, open }) => {
  await open("?show=node-ws,node-cluster");
  await drawAll(page);
  const shown = page.locator("button[data-technology][aria-pressed='true']");
  await expect(shown).toHaveCount(2);
  const names = await shown.evaluateAll((buttons) => buttons.map(({ textContent }) => textContent.trim()));
  for (const figure of await figures(page).all()) {
    const label = await figure.getByRole("img").getAttribute("aria-label");
    expect(label).toMatch(/^(Line|Bubble) chart\. /);
    for (const name of names) expect(label).toContain(`${name}: `);
  }
});

test("the tooltip opens under the pointer", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const canvas = lineFigures(page).first().locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const [before] = await lookAtCharts(page);
  const { width, height } = await canvas.boundingBox();
  await canvas.hover({ position: { x: width / 2, y: height / 2 } });
  await expect(async () => expect((await lookAtCharts(page))[0].print).not.toBe(before.print)).toPass();
});

test("the charts follow a change between light and dark", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectChanged(page, before);
});

test("on paper every chart is there, in the colours of light ground", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const light = await lookAtCharts(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await open();
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("figure[data-state='drawn']")).toHaveCount(light.length);
  for (const { id, ink } of await lookAtCharts(page)) expect(ink, id).toBeGreaterThan(2000);
  const text = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink"));
  expect(text.trim()).toBe("#1a1c20");
});
