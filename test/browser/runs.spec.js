// Runs of a technology: the newest on the page's machine at first, others beside it or instead of it, and every file
// on a page of its own with a link to what it alone shows.

import {
  accessibilityFaults,
  drawAll,
  expect,
  expectChanged,
  figures,
  goBack,
  lookAtCharts,
  openMore,
  query,
  technologyButtons,
  test,
} from "./page.js";

const THEN = "2000-05-01-0900";
const ELSEWHERE = "2002-02-02-1030";

const picker = (page) => page.locator("[data-runs]");
const box = (page, name) => picker(page).getByRole("checkbox", { name, includeHidden: true });
const status = (page) => page.locator("[data-runs-status]");
const words = (page) => figures(page).first().getByRole("img");
const summaryNames = (page) => page.locator("table[data-cell-summary] tbody th");

test("at first each technology is shown once, by its newest run on the page's machine", async ({ page, open }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open();
  await drawAll(page);
  await expect(words(page)).toHaveAttribute("aria-label", /Node\.js: from 0\.251/);
  await expect(words(page)).not.toHaveAttribute("aria-label", /Node\.js, /);
  await expect(summaryNames(page)).toHaveText(["Node.js", "Node.js cluster"]);
  expect(asked).not.toContain("/datasets/chat/dataset.json");
});

test("then and now: an older run joins charts and table under its own name, and the address says so", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await openMore(page);
  await box(page, "1 May 2000").check();
  await expect(words(page)).toHaveAttribute("aria-label", /Node\.js: from 0\.251.* Node\.js, 1 May 2000: from 0\.501/);
  await expectChanged(page, before);
  await expect(summaryNames(page)).toHaveText(["Node.js", "Node.js, 1 May 2000", "Node.js cluster"]);
  await expect.poll(() => query(page)).toBe(`?runs=newest,${THEN}`);
  await expect(status(page)).toBeEmpty();
});

test("a link to runs opens them, and going back leaves them", async ({ page, open }) => {
  await open();
  await openMore(page);
  await box(page, "1 May 2000").check();
  await box(page, "The newest").uncheck();
  await expect.poll(() => query(page)).toBe(`?runs=${THEN}`);
  await page.reload();
  await drawAll(page);
  await expect(box(page, "1 May 2000")).toBeChecked();
  await expect(box(page, "The newest")).not.toBeChecked();
  await expect(summaryNames(page)).toHaveText(["Node.js, 1 May 2000"]);
  await goBack(page);
  await expect(summaryNames(page)).toHaveText(["Node.js", "Node.js, 1 May 2000", "Node.js cluster"]);
  await goBack(page);
  await expect(summaryNames(page)).toHaveText(["Node.js", "Node.js cluster"]);
  await expect(box(page, "1 May 2000")).not.toBeChecked();
});

test("where no run is left, the newest are shown again as they were", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await page.goto(`/?runs=${THEN}`);
  await drawAll(page);
  await expect(summaryNames(page)).toHaveText(["Node.js, 1 May 2000"]);
  await openMore(page);
  await box(page, "1 May 2000").uncheck();
  await expect.poll(() => query(page)).toBe("");
  await expect(async () => expect(await lookAtCharts(page)).toEqual(before)).toPass();
});

test("on a phone a run's name lies above figures that go by under it", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`?runs=newest,${THEN}`);
  const name = summaryNames(page).filter({ hasText: "1 May 2000" });
  await name.scrollIntoViewIfNeeded();
  const above = await name.evaluate((cell) => {
    cell.closest(".table-scroll").scrollLeft = 200;
    const { left, width, top, height } = cell.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === cell;
  });
  expect(above).toBe(true);
});

test("a technology's button hides all of its runs", async ({ page, open }) => {
  await open(`?runs=newest,${THEN}`);
  await drawAll(page);
  await expect(words(page)).toHaveAttribute("aria-label", /1 May 2000/);
  await technologyButtons(page).first().click();
  await expect(words(page)).not.toHaveAttribute("aria-label", /Node\.js[:,]/);
});

test("runs of different machines are shown with a warning", async ({ page, open }) => {
  await open(`?runs=newest,${ELSEWHERE}`);
  await expect(status(page)).toContainText("different machines");
  await openMore(page);
  await box(page, "2 Feb 2002").uncheck();
  await expect(status(page)).toBeEmpty();
});

test("where the other runs can't be loaded, the page says so and keeps what it shows", async ({
  page,
  open,
  complaints,
}) => {
  await page.route("**/dataset.json", (route) => route.abort());
  await open();
  await openMore(page);
  await box(page, "1 May 2000").check();
  await expect(status(page)).toHaveText("The runs can't be loaded.");
  await expect(summaryNames(page)).toHaveText(["Node.js", "Node.js cluster"]);
  await page.unroute("**/dataset.json");
  await box(page, "2 Feb 2002").check();
  await expect(summaryNames(page)).toHaveCount(4);
  expect(complaints.splice(0)).not.toEqual([]);
});

test("the page of files lists each, and its link shows only that file's run", async ({ page, open }) => {
  await open();
  await page.getByRole("link", { name: "a result file" }).click();
  await expect(page).toHaveURL(/\/data\/$/);
  const files = page.locator("tbody tr");
  await expect(files).toHaveCount(4);
  const row = files.filter({ hasText: "data/chat/then.json" });
  await expect(row).toContainText("Invented CPU, 2 cores");
  await row.getByRole("link", { name: "show only it" }).click();
  await expect(page).toHaveURL(`/?show=node-ws&runs=${THEN}`);
  await drawAll(page);
  await expect(words(page)).toHaveAttribute("aria-label", /Node\.js, 1 May 2000: from 0\.501/);
  await expect(words(page)).not.toHaveAttribute("aria-label", /Node\.js: /);
});

test("every file on that page can be downloaded", async ({ page, open }) => {
  await open();
  await page.goto("/data/");
  const addresses = await page.locator("a[download]").evaluateAll((links) => links.map(({ href }) => href));
  expect(addresses.length).toBe(7);
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(200);
});

for (const width of [1280, 390]) {
  test(`axe finds no violation on the page of files, ${width} px`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 844 });
    await open();
    await page.goto("/data/");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
