// The page around the charts: for everyone, on any screen, with or without scripts.

import {
  accessibilityFaults,
  drawAll,
  expect,
  figurePages,
  figures,
  kindsOfPages,
  lookAtCharts,
  paths,
  test,
  unfold,
} from "./page.js";

const SMALLEST_TARGET = 24;
// The site's other kinds of pages are looked at in shares, so that no test takes minutes on a slow machine.
const SHARES = 8;

// Axe takes a second for some hundred table cells: all that is folded is opened where tables are short, elsewhere what has none.
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`axe finds no violation, ${colorScheme}, ${width} px`, async ({ page, open, site }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await open();
      await drawAll(page);
      await unfold(page, site === "invented" ? "details" : ".more, .marks");
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  }
}

for (let share = 1; share <= SHARES; share++) {
  test(`axe finds no violation on any other kind of page (${share} of ${SHARES})`, async ({ page, baseURL }) => {
    test.slow();
    const others = (await kindsOfPages(page, baseURL)).filter((path) => path !== "/");
    for (const path of others.filter((_, i) => i % SHARES === share - 1)) {
      await page.goto(path);
      await drawAll(page);
      expect(await accessibilityFaults(page), path).toEqual([]);
    }
  });
}

test("every chart has ink on its canvas", async ({ page, open }) => {
  await open();
  await drawAll(page);
  for (const { id, ink } of await lookAtCharts(page)) expect(ink, id).toBeGreaterThan(2000);
});

for (const width of [320, 390, 768, 2560]) {
  test(`nothing scrolls sideways at ${width} px`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 844 });
    await open();
    await drawAll(page);
    await unfold(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test("no other page scrolls sideways on a phone", async ({ page, baseURL }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = [];
  for (const path of await paths(page, baseURL)) {
    await page.goto(path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`${path}: ${width} px`);
  }
  expect(wide).toEqual([]);
});

test("buttons, selects and disclosures are large enough to touch", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  for (const target of await page.locator("button, select, summary").all()) {
    if (!(await target.isVisible())) continue;
    const { width, height } = await target.boundingBox();
    expect(Math.min(width, height), await target.textContent()).toBeGreaterThanOrEqual(SMALLEST_TARGET);
  }
});

test("nothing moves while the page loads and the charts are drawn", async ({ page, open }) => {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts.push(value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open();
    await drawAll(page);
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
  }
});

test("the charts' bundle is loaded when the first chart comes near, not before", async ({ page, open }) => {
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const above = '<main id="content"><div style="height: 3000px"></div>';
    await route.fulfill({ response, body: (await response.text()).replace('<main id="content">', above) });
  });
  await open();
  await page.waitForLoadState("networkidle");
  expect(loaded).not.toContain("/assets/build/charts.js");
  await figures(page).first().scrollIntoViewIfNeeded();
  await expect(figures(page).first()).toHaveAttribute("data-state", "drawn");
  expect(loaded).toContain("/assets/build/charts.js");
});

test("without the charts' bundle the page says so and keeps its drawings and tables", async ({
  page,
  open,
  complaints,
}) => {
  await page.route("**/charts.js", (route) => route.abort());
  await open();
  await figures(page).first().scrollIntoViewIfNeeded();
  await expect(figures(page).first()).toHaveAttribute("data-state", "failed");
  await expect(page.locator("figure canvas").first()).toBeHidden();
  await expect(page.locator("figure .plot").first()).toBeVisible();
  await page.locator("figure summary").first().click();
  await expect(page.locator("figure table").first()).toBeVisible();
  expect(complaints.splice(0)).not.toEqual([]);
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("the figures are there as tables, and nothing that needs scripts is", async ({ page, open }) => {
    await open();
    for (const selector of ["canvas", "button", "select", ".controls"]) {
      for (const element of await page.locator(selector).all()) await expect(element).toBeHidden();
    }
    await expect(page.locator("[data-cell-summary]")).toBeVisible();
    for (const figure of await figures(page).all()) {
      await figure.locator("summary").click();
      await expect(figure.getByRole("link", { name: "As a page of its own" })).toBeVisible();
    }
    for (const address of await figurePages(page)) {
      await page.goto(address);
      await expect(page.locator("table")).toBeVisible();
      expect(await page.locator("tbody tr").count()).toBeGreaterThan(0);
    }
  });
});
