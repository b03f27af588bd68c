// What the build draws: there without scripts, on paper and as files; where the script draws, it takes the drawing's place.

import { drawAll, expect, figures, test } from "./page.js";

/** Of every figure: whether drawing and canvas can be seen, how many points or bubbles, and what reaches out of its chart's box. */
function lookAtDrawings(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("figure[data-chart]")].map((figure) => {
      const area = figure.querySelector(".chart-area").getBoundingClientRect();
      const parts = [...figure.querySelectorAll(".plot text, .plot use, .plot circle, .plot line")]
        .map((part) => ({ part, box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.width + box.height > 0);
      const reachesOut = ({ left, right, top, bottom }) =>
        left < area.left - 1 || right > area.right + 1 || top < area.top - 1 || bottom > area.bottom + 1;
      return {
        drawn: getComputedStyle(figure.querySelector(".plot")).display !== "none",
        canvas: getComputedStyle(figure.querySelector("canvas")).display,
        points: parts.filter(({ part }) => part.matches(".series use, .bubble")).length > 0,
        outside: parts.filter(({ box }) => reachesOut(box)).map(({ part }) => part.outerHTML),
      };
    }),
  );
}

for (const width of [1280, 320]) {
  test.describe(`with scripts off, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });

    test("every chart is drawn, and all of it is within its box", async ({ page, open }) => {
      await open();
      const looks = await lookAtDrawings(page);
      expect(looks).toEqual(looks.map(() => ({ drawn: true, canvas: "none", points: true, outside: [] })));
    });

    test("legend, marks and size key say what is drawn", async ({ page, open }) => {
      await open();
      for (const selector of [".legend", ".marks", ".size-key"]) await expect(page.locator(selector)).toBeVisible();
      const { shown } = JSON.parse(await page.locator("script[data-dataset]").first().textContent());
      await expect(page.locator(".legend li")).toHaveCount(shown.length);
      const names = page.locator(".plot .name:visible");
      await expect(names).toHaveCount(await page.locator("circle.bubble").count());
    });
  });
}

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("the colours follow light and dark, and paper is light", async ({ page, open }) => {
    await open();
    const series = figures(page).first().locator(".series").last();
    const color = () => series.evaluate((element) => getComputedStyle(element).stroke);
    const light = await color();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await color()).not.toBe(light);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await color()).toBe(light);
    await expect(figures(page).first().locator(".plot")).toBeVisible();
  });

  test("a chart's files open by themselves", async ({ page, open }) => {
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await open();
    const link = figures(page)
      .first()
      .getByRole("link", { name: /^On a linear scale/ });
    const title = await figures(page).first().locator(".plot > title").textContent();
    await link.click();
    expect(await page.evaluate(() => document.documentElement.localName)).toBe("svg");
    await expect(page.locator("text.head")).toHaveText(title);
    expect(await page.locator(".series .points > *").count()).toBeGreaterThan(1);
  });
});

test("until the script has drawn, the drawing is there, and then in its place the canvas", async ({ page, open }) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/charts.js", async (route) => {
    await held;
    await route.continue();
  });
  await open();
  const figure = figures(page).first();
  await expect(figure.locator(".plot")).toBeVisible();
  await expect(figure.locator("canvas")).toBeHidden();
  const before = await figure.boundingBox();
  const told = page.locator("[data-lead], [data-frontier]");
  const words = await told.allTextContents();
  release();
  await drawAll(page);
  await expect(figure.locator("canvas")).toBeVisible();
  await expect(figure.locator(".plot")).toBeHidden();
  await page.evaluate(() => scrollTo(0, 0));
  expect(await figure.boundingBox()).toEqual(before);
  expect(words.filter(Boolean)).toHaveLength(10);
  expect(await told.allTextContents()).toEqual(words);
});

/** Of a figure's topmost series the filled points that the build drew without a cross on them, and which of them the canvas has within 3 px of there. */
function pointsOf(figure) {
  return figure.evaluate((element) => {
    element.querySelector(".plot").style.display = "block";
    const canvas = element.querySelector("canvas");
    const { left, top, width } = canvas.getBoundingClientRect();
    const scale = canvas.width / width;
    const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    Object.assign(copy.canvas, { width: canvas.width, height: canvas.height });
    copy.drawImage(canvas, 0, 0);
    const series = [...element.querySelectorAll(".series")].at(-1);
    const color = getComputedStyle(series).stroke.match(/\d+/g).map(Number);
    const has = (x, y) => {
      const reach = 3 * scale;
      const { data } = copy.getImageData(x * scale - reach, y * scale - reach, 2 * reach, 2 * reach);
      for (let i = 0; i < data.length; i += 4)
        if (color.every((part, j) => Math.abs(data[i + j] - part) < 4)) return true;
      return false;
    };
    const crosses = [...element.querySelectorAll("[href='#cross']")];
    const places = new Set(crosses.map((cross) => `${cross.getAttribute("x")} ${cross.getAttribute("y")}`));
    const plain = [...series.querySelectorAll("use:not(.hollow)")].filter(
      (point) => !places.has(`${point.getAttribute("x")} ${point.getAttribute("y")}`),
    );
    return plain.map((point) => {
      const box = point.getBoundingClientRect();
      return has((box.left + box.right) / 2 - left, (box.top + box.bottom) / 2 - top);
    });
  });
}

for (const width of [1280, 390]) {
  test(`the script's points are where the build's were, ${width} px`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 844 });
    await open();
    await drawAll(page);
    for (const figure of await page.locator("figure.chart-line:has(.series)").all()) {
      const points = await pointsOf(figure);
      expect(points).toEqual(points.map(() => true));
    }
  });
}
