// Every technology of the registry on one page: some are shown at first, all are one click away.

import {
  drawAll,
  expect,
  expectChanged,
  figurePages,
  figures,
  lookAtCharts,
  openMore,
  query,
  technologyButtons,
  test,
} from "./page.js";

const pressedButtons = (page) => page.locator(".controls button[data-technology][aria-pressed='true']");
const families = (page) => page.locator("button[data-family]");
const button = (page, name) => page.getByRole("button", { name, exact: true });
const idsOf = (locator) => locator.evaluateAll((buttons) => buttons.map(({ dataset }) => dataset.technology));
const status = (page) => page.getByRole("group", { name: "Technologies shown" }).getByRole("status");

test("some technologies are shown at first, the page says how many, and one click shows all", async ({
  page,
  open,
}) => {
  await open();
  const all = await technologyButtons(page).count();
  const some = await pressedButtons(page).count();
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);
  await expect(status(page)).toHaveText(`${some} of ${all} shown`);
  await drawAll(page);
  await openMore(page);
  await button(page, "All").click();
  await expect(pressedButtons(page)).toHaveCount(all);
  await expect(status(page)).toHaveText(`${all} of ${all} shown`);
  await expect(figures(page).first().getByRole("img")).toHaveAttribute("aria-label", new RegExp(`${all} technologies`));
});

test("the address names the selection where it is not the page's own, and restores it", async ({ page, open }) => {
  await open();
  await expect.poll(() => query(page)).toBe("");
  const initial = await idsOf(pressedButtons(page));
  await openMore(page);
  await button(page, "All").click();
  const all = await idsOf(technologyButtons(page));
  await expect.poll(() => query(page)).toBe(`?show=${all.join(",")}`);
  await page.reload();
  await expect(pressedButtons(page)).toHaveCount(all.length);
  await openMore(page);
  await button(page, "None").click();
  await expect.poll(() => query(page)).toBe("?show=none");
  await expect(pressedButtons(page)).toHaveCount(0);
  await button(page, "Default").click();
  await expect.poll(() => query(page)).toBe("");
  expect(await idsOf(pressedButtons(page))).toEqual(initial);
});

test("a link from before the page chose opens what it names", async ({ page, open }) => {
  await open("?show=bun,node-ws");
  expect(await idsOf(pressedButtons(page))).toEqual(["node-ws", "bun"]);
});

test("every platform of several technologies is a group with a button for all of it", async ({ page, open }) => {
  await open();
  for (const family of await families(page).all()) {
    const group = family.locator("xpath=..");
    await expect(group).toHaveRole("group");
    const name = await group.getAttribute("aria-label");
    await expect(family).toHaveAccessibleName(`${name} family`);
    const ids = (await family.getAttribute("data-family")).split(" ");
    expect(ids.length).toBeGreaterThan(1);
    expect(await idsOf(group.locator("button[data-technology]"))).toEqual(ids);
  }
});

test("a family's button shows all of it, then hides all of it, and tells when it is shown in part", async ({
  page,
  open,
}) => {
  await open("?show=spring-tomcat,bun");
  const spring = button(page, "Spring family");
  await expect(spring).toHaveAttribute("aria-pressed", "mixed");
  await spring.click();
  await expect(spring).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => query(page)).toBe("?show=spring-tomcat,spring-jetty,spring-webflux,bun");
  await page.waitForTimeout(600);
  await spring.click();
  await expect(spring).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => query(page)).toBe("?show=bun");
});

test("a double click or an Alt-click on a family's button isolates it, in one step of the history", async ({
  page,
  open,
}) => {
  await open();
  const steps = await page.evaluate(() => history.length);
  await button(page, "Vert.x family").dblclick();
  await expect.poll(() => query(page)).toBe("?show=vertx-eventbus,vertx");
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
  await button(page, "Spring family").click({ modifiers: ["Alt"] });
  await expect.poll(() => query(page)).toBe("?show=spring-tomcat,spring-jetty,spring-webflux");
});

test("the keyboard reaches every button, switches families, isolates them and keeps its place", async ({
  page,
  open,
}) => {
  await open();
  await openMore(page);
  const all = button(page, "All");
  await all.focus();
  await page.keyboard.press("Enter");
  await expect(all).toBeFocused();
  await expect(all).toHaveAttribute("aria-disabled", "true");
  const spring = button(page, "Spring family");
  const reached = page.locator("[data-technologies] :is(button, select, input):focus");
  for (let steps = 0; steps < 40 && !(await spring.evaluate((one) => one === document.activeElement)); steps++) {
    await page.keyboard.press("Tab");
    await expect(reached).toHaveCount(1);
  }
  await page.keyboard.press("Space");
  await expect(spring).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Alt+Enter");
  await expect.poll(() => query(page)).toBe("?show=spring-tomcat,spring-jetty,spring-webflux");
});

test("on a phone the buttons are one row that unfolds, and the charts keep most of the screen", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  const bar = page.locator(".controls");
  const height = async () => (await bar.boundingBox()).height;
  const folded = await height();
  expect(folded).toBeLessThan(844 / 4);
  const unfold = button(page, "Unfold");
  await unfold.click();
  await expect(unfold).toHaveAttribute("aria-expanded", "true");
  expect(await height()).toBeGreaterThan(folded);
  const inside = page.locator(".families");
  expect(await inside.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await unfold.click();
  await expect(async () => expect(await height()).toBe(folded)).toPass();
});

test("all technologies are in every chart", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await openMore(page);
  await button(page, "All").click();
  await expectChanged(page, before);
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("the tables have every technology, chosen or not", async ({ page, open }) => {
    await open();
    const all = await technologyButtons(page).count();
    await expect(page.locator("[data-cell-summary] tbody tr")).toHaveCount(all);
    for (const address of await figurePages(page)) {
      await page.goto(address);
      const named = await page.locator("tbody th").allTextContents();
      expect(new Set(named).size).toBe(all);
    }
  });
});

test("a group shows its technologies alone, and inverting shows the others", async ({ page, open }) => {
  await open();
  await openMore(page);
  const group = page.locator("select[data-groups]").first();
  const option = group.locator("option").nth(1);
  const ids = (await option.getAttribute("value")).split(" ");
  await group.selectOption({ index: 1 });
  await expect(page.locator(".controls button[data-technology][aria-pressed='true']")).toHaveCount(ids.length);
  await expect.poll(() => query(page)).toBe(`?show=${ids.join(",")}`);
  await page.getByRole("button", { name: "Invert" }).click();
  for (const id of ids) {
    await expect(page.locator(`.controls button[data-technology="${id}"]`)).toHaveAttribute("aria-pressed", "false");
  }
  await expect(group).toHaveValue("");
});
