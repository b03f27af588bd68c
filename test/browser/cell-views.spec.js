// Looking into the chosen cell: its percentiles, and its course second by second.

import { choice, expect, lookAtCharts, query, test } from "./page.js";

const section = (page) => page.locator("[data-cell-views]");
const VIEWS = "[data-cell-views] figure:not([hidden])";

/** Has every result file tell the course of the cell of 1 room and 60 users. */
async function tellCourses(page, columns = { latency_p99_ms: [1, 40, 9], memory_mib: [50, 60, 70] }) {
  await page.route("**/data/chat/*.json", async (route) => {
    const name = /([^/]+)\.json$/.exec(route.request().url())[1];
    const entry = {
      technology: name,
      rooms: 1,
      users: 60,
      iteration: 1,
      deliveries: [900, 400, 700],
      cpu_percent: [80, 99, 90],
    };
    await route.fulfill({ json: { series: [{ ...entry, ...columns }] } });
  });
}

test("nothing of it is loaded before a reader opens it", async ({ page, open }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await open();
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => /cell-views|data\/chat/.test(url))).toEqual([]);
});

test("opened, it shows the cell's percentiles and its course, which the address says", async ({ page, open }) => {
  await tellCourses(page);
  await open();
  await section(page).locator("summary").click();
  await expect(page.locator(`${VIEWS}[data-state="drawn"]`)).toHaveCount(2);
  await expect.poll(() => query(page)).toBe("?course=latency");
  await expect(async () => {
    for (const { ink } of await lookAtCharts(page, VIEWS)) expect(ink).toBeGreaterThan(2000);
  }).toPass();
  const before = await lookAtCharts(page, VIEWS);
  await choice(page, "Follow").selectOption("cpu");
  await expect(async () => expect((await lookAtCharts(page, VIEWS))[1].print).not.toBe(before[1].print)).toPass();
  await expect.poll(() => query(page)).toBe("?course=cpu");
  await section(page).locator("summary").click();
  await expect.poll(() => query(page)).toBe("");
});

test("a histogram is there where a result file has bins", async ({ page, open }) => {
  await tellCourses(page, {
    latency_bins: [
      [1, 10],
      [1.122, 80],
      [10, 10],
    ],
  });
  await open("?course=latency");
  await expect(page.locator(`${VIEWS}[data-state="drawn"]`)).toHaveCount(3);
  const histogram = page.locator("[data-view='histogram']");
  await expect(histogram.locator("canvas")).toHaveAccessibleName(
    /^Histogram\. Latency \(ms\)\. Most often: .*1\.06.ms/,
  );
  await page.locator("select[name='users']").selectOption("10");
  await expect(histogram).toBeHidden();
});

test("a link opens it, and it follows the chosen cell", async ({ page, open }) => {
  await tellCourses(page);
  await open("?course=deliveries");
  await expect(section(page)).toHaveAttribute("open", "");
  await expect(page.locator(`${VIEWS}[data-state="drawn"]`)).toHaveCount(2);
  const place = section(page).locator("[data-cell-place]").first();
  await expect(place).toHaveText("1 room, 60 users");
  await page.locator("select[name='users']").selectOption("10");
  await expect(place).toHaveText("1 room, 10 users");
  await expect(section(page).getByRole("status")).toContainText("No file of these technologies tells the course");
});
