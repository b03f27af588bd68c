// The comparison table and A versus B: sorted, filtered, set against the best, and all of it in the address. The charts' tables.

import {
  accessibilityFaults,
  choice,
  drawAll,
  expect,
  figurePages,
  figures,
  goBack,
  openMore,
  openTables,
  query,
  settled,
  technologyButtons,
  test,
} from "./page.js";

const table = (page) => page.locator("table[data-cell-summary]");
const rows = (page) => table(page).locator("tbody tr:not([hidden])");
const versus = (page) => page.locator("[data-versus]");
const header = (page, name) => table(page).getByRole("columnheader", { name, exact: true });
const sortButton = (page, name) => header(page, name).getByRole("button");

const P99 = "Latency, p99 (ms)";

/** Waits until the table is ready. */
async function near(page) {
  await table(page).scrollIntoViewIfNeeded();
  await expect(table(page)).toHaveAttribute("data-state", "ready");
}

/** Waits until two technologies that the link names are compared. */
async function compared(page) {
  await near(page);
  await expect(versus(page)).toHaveAttribute("data-state", "ready");
}

/** The cells below a head. */
const column = async (page, head) => {
  const heads = await table(page).locator("thead th").allTextContents();
  return rows(page).locator(`:nth-child(${1 + heads.findIndex((text) => text.trim().startsWith(head))})`);
};

/** The first number of every cell of a column, null for a dash. */
const numbers = async (page, head) => {
  await settled(page);
  const cells = await column(page, head);
  return cells.evaluateAll((cells) =>
    cells.map(({ textContent }) => {
      const [number] = textContent.trim().replaceAll(",", "").split(/\s/);
      return number === "–" ? null : Number(number);
    }),
  );
};
const ids = async (page) => {
  await settled(page);
  return rows(page).evaluateAll((all) => all.map(({ dataset }) => dataset.technology));
};
const ascending = (values) => [...values].sort((a, b) => (a === null) - (b === null) || a - b);

test("every column sorts the table, up, down and back to the page's own order, and the address says so", async ({
  page,
  open,
}) => {
  await open();
  await near(page);
  const own = await ids(page);
  for (const button of await table(page).getByRole("columnheader").getByRole("button").all()) {
    const column = button.locator("xpath=..");
    await button.click();
    await expect(column).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(() => query(page)).toMatch(/^\?sort=/);
    const [, word] = query(page).match(/^\?sort=([a-z0-9_-]+)$/);
    await button.click();
    await expect(column).toHaveAttribute("aria-sort", "descending");
    await expect.poll(() => query(page)).toBe(`?sort=${word},descending`);
    await button.click();
    await expect(column).not.toHaveAttribute("aria-sort");
    await expect.poll(() => query(page)).toBe("");
    expect(await ids(page)).toEqual(own);
  }
  await sortButton(page, P99).click();
  const sorted = await numbers(page, "Latency, p99");
  expect(sorted).toEqual(ascending(sorted));
});

test("a link opens the table sorted, and going back unsorts it", async ({ page, open }) => {
  await open("?sort=latency-p99,descending");
  await near(page);
  await expect(header(page, P99)).toHaveAttribute("aria-sort", "descending");
  await sortButton(page, P99).click();
  await expect.poll(() => query(page)).toBe("");
  await goBack(page);
  await expect(header(page, P99)).toHaveAttribute("aria-sort", "descending");
});

test("the keyboard sorts the table and keeps its place", async ({ page, open }) => {
  await open();
  await near(page);
  const button = sortButton(page, P99);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(header(page, P99)).toHaveAttribute("aria-sort", "ascending");
  await page.keyboard.press("Space");
  await expect(header(page, P99)).toHaveAttribute("aria-sort", "descending");
  await expect(button).toBeFocused();
});

test("the technology buttons filter the table", async ({ page, open }) => {
  await open();
  const first = technologyButtons(page).first();
  const id = await first.getAttribute("data-technology");
  await first.click({ modifiers: ["Alt"] });
  await near(page);
  expect(await ids(page)).toEqual([id]);
  await expect(table(page).locator("tbody tr:visible")).toHaveCount(1);
});

test("each figure is set against the best that is shown, by a factor and a bar", async ({ page, open }) => {
  await open();
  await near(page);
  const values = await numbers(page, "Memory, mean");
  const cells = await column(page, "Memory, mean");
  const best = Math.min(...values);
  for (const [i, cell] of (await cells.all()).entries()) {
    const told = (await cell.locator(".relative").textContent()).trim();
    if (values[i] === best) expect(told).toBe("best");
    else
      expect(Math.abs(Number(told.replace("× ", "").replaceAll(",", "")) / (values[i] / best) - 1)).toBeLessThan(0.02);
    const bar = await cell.evaluate((one) => Number.parseFloat(getComputedStyle(one, "::after").width));
    const room = await cell.evaluate((one) => one.clientWidth);
    expect(bar).toBeGreaterThan(0);
    expect(bar).toBeLessThanOrEqual(room);
  }
});

test("another cell is sorted and compared alike", async ({ page, open }) => {
  await open("?sort=latency-mean,descending");
  await near(page);
  await choice(page, "Rooms").selectOption("2");
  const values = await numbers(page, "Latency, mean");
  expect(values).toEqual(ascending(values).reverse());
  await expect(rows(page).first().locator(".relative").first()).not.toBeEmpty();
});

test("A versus B gives every common cell's difference with its interval and in words, from a link too", async ({
  page,
  open,
}) => {
  await open();
  await near(page);
  const [a, b] = await versus(page).locator("select").all();
  await a.selectOption("node-ws");
  await expect.poll(() => query(page)).toBe("");
  await b.selectOption("node-cluster");
  await expect.poll(() => query(page)).toBe("?versus=node-ws,node-cluster");
  const folds = versus(page).locator("details");
  await expect(folds).toHaveCount(6);
  await expect(folds.first().locator("summary")).toContainText("Latency, mean (ms): ");
  const first = folds.first().locator("tbody tr").first();
  await expect(first.locator(".in-words")).toHaveText(/^(Node\.js|No difference)/);
  const built = await folds.first().textContent();
  expect(built).toMatch(/95 % interval/);

  await choice(page, "Statistic").selectOption("p99");
  await expect(folds.first().locator("summary")).toContainText("Latency, p99 (ms): ");
  await expect.poll(() => query(page)).toContain("stat=p99");
  await page.reload();
  await near(page);
  await expect(versus(page).locator("select").first()).toHaveValue("node-ws");
  await expect(folds.first().locator("summary")).toContainText("Latency, p99 (ms): ");
  await goBack(page);
  await expect(async () => expect(await folds.first().textContent()).toBe(built)).toPass();
});

test("the difference is what the page's own figures give", async ({ page, open }) => {
  await open("?versus=node-ws,node-cluster");
  await compared(page);
  const cells = await versus(page)
    .locator("details")
    .first()
    .locator("tbody tr")
    .first()
    .locator("th, td")
    .allTextContents();
  const [, , first, second, , difference, interval] = cells.map((text) =>
    text.replaceAll(",", "").replaceAll("−", "-"),
  );
  expect(Number(difference)).toBeCloseTo(Number(first) - Number(second), 1);
  const [low, high] = interval.split(" to ").map(Number);
  expect(Number(difference)).toBeGreaterThan(low);
  expect(Number(difference)).toBeLessThan(high);
});

test("swapping A and B turns the sentence round, and the keyboard does it", async ({ page, open }) => {
  await open("?versus=node-ws,node-cluster");
  await compared(page);
  const swap = versus(page).getByRole("button", { name: "Swap" });
  await swap.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page)).toBe("?versus=node-cluster,node-ws");
  await expect(versus(page).locator("summary").first()).toContainText(
    /Node\.js cluster is (lower|higher) than Node\.js |no difference/,
  );
});

test("going back to before two were compared empties the comparison and its choice", async ({ page, open }) => {
  await open();
  await near(page);
  const [a, b] = await versus(page).locator("select").all();
  await a.selectOption("node-ws");
  await expect(a).toHaveValue("node-ws");
  await b.selectOption("node-cluster");
  await expect(versus(page).locator("details")).toHaveCount(6);
  await goBack(page);
  await expect(versus(page).locator("details")).toHaveCount(0);
  for (const select of [a, b]) await expect(select).toHaveValue("");
});

test("one technology against itself is no comparison", async ({ page, open }) => {
  await open("?versus=node-ws,node-ws");
  await near(page);
  await expect(versus(page).locator("details")).toHaveCount(0);
});

test("axe finds no violation in sorted and compared tables", async ({ page, open }) => {
  test.slow();
  await open("?sort=latency-p99&versus=node-ws,node-cluster");
  await compared(page);
  expect(await accessibilityFaults(page, "[data-versus]", "table[data-cell-summary]")).toEqual([]);
});

for (const width of [320, 1280]) {
  test(`nothing scrolls sideways with two technologies compared, ${width} px`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 844 });
    await open("?versus=node-ws,node-cluster");
    await compared(page);
    for (const summary of await versus(page).locator("summary").all()) await summary.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

/** Of each table its name, and the texts of all cells, row by row. */
const contents = (tables) =>
  tables.evaluateAll((all) =>
    all.map((table) => ({
      name: table.closest("section").getAttribute("aria-label"),
      texts: [...table.rows].map((row) => [...row.cells].map(({ textContent }) => textContent.trim())),
    })),
  );

test("the table that a chart opens is the one that its page for readers without scripts has", async ({
  page,
  open,
}) => {
  await open();
  const addresses = await figurePages(page);
  expect(addresses.length).toBe(await figures(page).count());
  await openTables(page);
  const tables = page.locator("details[data-figures] table");
  await expect(tables).toHaveCount(addresses.length);
  const written = await contents(tables);
  for (const [i, address] of addresses.entries()) {
    await page.goto(address);
    expect(await contents(page.locator("table"))).toEqual([written[i]]);
  }
});

test("a table that is open follows the measure", async ({ page, open }) => {
  await open();
  await openTables(page);
  const table = page.locator("#cpu-1-room table");
  await expect(table.getByRole("columnheader")).toContainText(["Mean (%)"]);
  await openMore(page);
  await choice(page, "Measure").selectOption("derived");
  await expect(table.getByRole("columnheader")).toContainText(["Mean (s)"]);
  await expect(page.locator("#cpu-1-room section")).toHaveAttribute("aria-label", /^CPU time per million deliveries/);
});

test("on paper every table is there, with the charts’ legend and without controls", async ({ page, open }) => {
  await open();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const inSight = (selector) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length);
  expect(await inSight("details[open]")).toBe(0);
  expect(await inSight("select, [data-export], [data-drop], [data-cell-views], [data-versus]")).toBe(0);
  const shown = await page.locator(".controls button[data-technology][aria-pressed='true']").count();
  expect(await inSight(".controls button"), "the legend").toBe(shown);
  const inTheirs = await page.locator("details[data-figures]").count();
  expect(inTheirs).toBeGreaterThan(5);
  expect(await inSight("details[data-figures] table")).toBe(inTheirs);
});

test("what compares two technologies is loaded when a reader asks for it, not before", async ({ page, open }) => {
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await open();
  await near(page);
  await drawAll(page);
  expect(loaded).not.toContain("/assets/build/versus.js");
  await versus(page).locator("select").first().focus();
  expect(loaded).toContain("/assets/build/versus.js");
});

test("without that bundle its section says so", async ({ page, open, complaints }) => {
  await page.route("**/versus.js", (route) => route.abort());
  await open("?versus=node-ws,node-cluster");
  await expect(versus(page).locator("[data-versus-figures]")).toContainText("This can't be had now: ");
  expect(complaints.splice(0)).not.toEqual([]);
});
