// The charts: drawn, of one mind with the controls and the address, and readable from a link.

import {
  choice,
  drawAll,
  expect,
  expectChanged,
  figures,
  goBack,
  lineFigures,
  lookAtCharts,
  openMore,
  query,
  settled,
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
  await expect.poll(() => query(page)).toMatch(/^\?show=/);
  await expectChanged(page, before);
  await page.waitForTimeout(600);
  await button.click();
  await expect.poll(() => query(page)).toBe("");
  await page.mouse.move(0, 0);
  await expect(async () => expect(await lookAtCharts(page)).toEqual(before)).toPass();
});

test("a double click isolates a technology, in one step of the history", async ({ page, open }) => {
  await open();
  const buttons = technologyButtons(page);
  const id = await buttons.last().getAttribute("data-technology");
  const steps = await page.evaluate(() => history.length);
  await buttons.last().dblclick();
  await expect(page.locator("button[data-technology][aria-pressed='true']")).toHaveCount(1);
  await expect.poll(() => query(page)).toBe(`?show=${id}`);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
  await openMore(page);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(page.locator("button[data-technology][aria-pressed='false']")).toHaveCount(0);
});

test("an Alt-click isolates a technology", async ({ page, open }) => {
  await open();
  const first = technologyButtons(page).first();
  await first.click({ modifiers: ["Alt"] });
  await expect.poll(() => query(page)).toBe(`?show=${await first.getAttribute("data-technology")}`);
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
  await expect.poll(() => query(page)).toBe(`?show=${id}&stat=p99&scale=log`);

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
  await goBack(page);
  await expect(choice(page, "Scale")).toHaveValue("own");
  await expect(choice(page, "Statistic")).toHaveValue("max");
  await goBack(page);
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

test("latency opens on a logarithmic scale, all else on a linear one, and the scale holds every chart to one", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  const latency = page.locator("figure.chart-line[id^='latency']");
  const others = page.locator("figure.chart:is(.chart-bubble, .chart-line:not([id^='latency']))");
  await choice(page, "Scale").selectOption("log");
  await expectChanged(page, before, await ids(others));
  await expect.poll(() => query(page)).toBe("?scale=log");
  await choice(page, "Scale").selectOption("linear");
  await expectChanged(page, before, await ids(latency));
  await expect.poll(() => query(page)).toBe("?scale=linear");
  await choice(page, "Scale").selectOption("own");
  await expect.poll(() => query(page)).toBe("");
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
  await expect.poll(() => query(page)).toMatch(/^\?rooms=4&users=\d+$/);
  const users = new URLSearchParams(query(page)).get("users");
  await expect(choice(page, "Users per room")).toHaveValue(users);
  await expect(bubble.locator("[data-cell-place]")).toHaveText(`4 rooms, ${users} users`);
  await expect(table.locator("[data-cell-place]")).toHaveText(`4 rooms, ${users} users`);
  expect(await table.locator("tbody").textContent()).not.toBe(figuresBefore);
});

test("the chosen cell's table says what its build would say", async ({ page, open }) => {
  await open();
  const table = page.locator("[data-cell-summary]");
  // What sets a figure against the others comes on top.
  const text = async () => {
    await settled(page);
    return table.evaluate((element) => {
      const copy = element.cloneNode(true);
      for (const relative of copy.querySelectorAll(".relative")) relative.remove();
      return copy.textContent.replace(/\s+/g, "");
    });
  };
  const built = await text();
  await choice(page, "Rooms").selectOption("2");
  await expect(async () => expect(await text()).not.toBe(built)).toPass();
  await goBack(page);
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

const readout = (figure) => figure.locator(".readout");

test("under the pointer all lines are read, and a click pins the readout, to be copied", async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open();
  await drawAll(page);
  const figure = lineFigures(page).first();
  const canvas = figure.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const { width, height } = await canvas.boundingBox();
  const middle = { position: { x: width / 2, y: height / 2 } };
  await canvas.hover(middle);
  const shown = await page.locator("button[data-technology][aria-pressed='true']").count();
  await expect(readout(figure).locator("tr")).toHaveCount(shown);
  await canvas.click(middle);
  await page.mouse.move(0, 0);
  await expect(readout(figure)).toBeVisible();
  await readout(figure).getByRole("button", { name: "Copy" }).click();
  await expect(readout(figure)).toContainText("Copied.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trim().split("\n")).toHaveLength(2 + shown);
  await readout(figure).getByRole("button", { name: "Close" }).click();
  await expect(readout(figure)).toBeHidden();
});

test("arrow keys read a chart, Enter pins what they read, Escape lets it go", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const figure = lineFigures(page).first();
  await figure.locator("canvas").focus();
  const heading = readout(figure).locator(".readout-heading");
  await page.keyboard.press("ArrowRight");
  const first = await heading.textContent();
  await page.keyboard.press("ArrowRight");
  await expect(heading).not.toHaveText(first);
  await page.keyboard.press("Home");
  await expect(heading).toHaveText(first);
  await page.keyboard.press("Enter");
  await expect(readout(figure)).toHaveAttribute("data-pinned", "");
  await page.keyboard.press("Escape");
  await expect(readout(figure)).toBeHidden();
});

test("bubbles are read by arrow keys and under the pointer, and can't be zoomed", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const figure = page.locator("figure.chart-bubble");
  const canvas = figure.locator("canvas");
  const bubbles = page.locator("button[data-technology][aria-pressed='true']");
  const heading = readout(figure).locator(".readout-heading");
  const names = new Set();
  await canvas.focus();
  for (let step = 0; step < (await bubbles.count()); step++) {
    await page.keyboard.press("ArrowRight");
    names.add(await heading.textContent());
  }
  expect(names.size).toBe(await bubbles.count());
  await page.keyboard.press("Enter");
  await expect(readout(figure).getByRole("button")).toHaveText(["Copy", "Close"]);
  await page.keyboard.press("Escape");
  await expect(readout(figure)).toBeHidden();
  const { width, height } = await canvas.boundingBox();
  await canvas.hover({ position: { x: width / 2, y: height / 2 } });
  await expect(readout(figure)).toContainText(/data\//);
});

test("dragging across a chart zooms all line charts in, and a button out again", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  const canvas = lineFigures(page).first().locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await canvas.boundingBox();
  await page.mouse.move(x + width * 0.12, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => query(page)).toMatch(/^\?zoom=\d+,\d+$/);
  await expectChanged(page, before, await ids(lineFigures(page)));
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(() => query(page)).toBe("");
});

test("a pinned readout zooms without dragging", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const figure = lineFigures(page).first();
  await figure.locator("canvas").focus();
  for (const key of ["Home", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await readout(figure).getByRole("button", { name: "From here" }).click();
  await expect.poll(() => query(page)).toMatch(/^\?zoom=\d+,\d+$/);
});

test("a chart takes the whole screen, and gives it back", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const figure = lineFigures(page).first();
  const button = figure.getByRole("button", { name: /^Full screen/ });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(async () => expect((await figure.locator("canvas").boundingBox()).height).toBeGreaterThan(400)).toPass();
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("a technology under the pointer stands out in every chart, for as long", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await technologyButtons(page).first().hover();
  await expectChanged(page, before);
  await page.mouse.move(0, 0);
  await expect(async () => expect(await lookAtCharts(page)).toEqual(before)).toPass();
});

test("axes can be chosen, and the address says which", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await openMore(page);
  await choice(page, "Along").selectOption("users");
  await choice(page, "Range").selectOption("same");
  const relative = choice(page, "Figures");
  await relative.selectOption({ index: 1 });
  await expect.poll(() => query(page)).toBe(`?x=users&relative=${await relative.inputValue()}&range=same`);
  await expect(lineFigures(page).first().locator("[data-unit]")).toContainText("× ");
  const after = await lookAtCharts(page);
  expect(after[0].print).not.toBe(before[0].print);
});

test("the slider moves through the cells, in one step of the history", async ({ page, open }) => {
  await open();
  const slider = page.locator("[data-cell-slider]");
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", /1/);
  await expect.poll(() => query(page)).toContain("users=");
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

test("charts show figures for the work done, and the address says so", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await openMore(page);
  await choice(page, "Measure").selectOption("derived");
  const cpu = page.locator("#cpu-1-room");
  await expect(cpu.locator("[data-title]")).toHaveText("CPU time per million deliveries, 1 room");
  await expect(cpu.locator("[data-unit]")).toHaveText("s");
  await expect(page.locator("#latency-1-room [data-better]")).toHaveText("higher");
  await expectChanged(
    page,
    before,
    before.map(({ id }) => id).filter((id) => !id.includes("bubbles")),
  );
  await expect.poll(() => query(page)).toBe("?measure=derived");
});
