// Names where lines end, and the pale band behind them: what a reader's browser draws of both, in its own font.

import { drawAll, expect, figures, lineFigures, openMore, settled, technologyButtons, test } from "./page.js";

/** A page whose line charts are as wide as it is; those of the first page stand side by side. */
const WIDE = "/docs/charts/";

/** Keeps, of each canvas, the texts that are on it with their boxes, and how many areas were filled that are no points. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const context = CanvasRenderingContext2D.prototype;
    const { clearRect, fill, fillText } = context;
    context.clearRect = function (...box) {
      this.canvas.drawn = { texts: [], areas: 0 };
      clearRect.apply(this, box);
    };
    context.fill = function (...what) {
      if (what[0] instanceof Path2D && this.canvas.drawn) this.canvas.drawn.areas++;
      fill.apply(this, what);
    };
    context.fillText = function (text, x, y) {
      const { e, f } = this.getTransform();
      const size = Number.parseFloat(this.font.match(/[\d.]+px/)[0]);
      const left = e + x;
      this.canvas.drawn?.texts.push({ text, left, right: left + this.measureText(text).width, middle: f + y, size });
      fillText.call(this, text, x, y);
    };
  });
});

/** Of a chart the names on it, its size, and how many areas it has. */
function lookAt(figure) {
  return figure.locator("canvas").evaluate((canvas) => {
    const data = [...document.querySelectorAll("script[data-dataset]")].map((one) => JSON.parse(one.textContent));
    const known = new Set(data.flatMap(({ technologies }) => technologies.map(({ name }) => name)));
    const { texts, areas } = canvas.drawn;
    const names = texts.filter(({ text }) => known.has(text)).sort((a, b) => a.middle - b.middle);
    return { names, areas, width: canvas.width, height: canvas.height };
  });
}

async function expectNamed(figure, count) {
  const { names, width, height } = await lookAt(figure);
  expect(names).toHaveLength(count);
  expect(new Set(names.map(({ text }) => text)).size).toBe(count);
  const overlaps = names.filter(({ middle, size }, i) => i > 0 && middle - names[i - 1].middle < size);
  const isOutside = ({ left, right, middle, size }) =>
    left < 0 || right > width || middle < size / 2 || middle > height - size / 2;
  expect({ overlaps, outside: names.filter(isOutside) }).toEqual({ overlaps: [], outside: [] });
}

const shownIn = (page) => page.locator(".controls button[data-technology][aria-pressed='true']").count();

for (const width of [1280, 1920]) {
  test(`every line of a wide chart has its name at its end, and none overlaps another or leaves the chart, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(WIDE);
    await drawAll(page);
    for (const figure of await lineFigures(page).all()) await expectNamed(figure, await shownIn(page));
  });
}

test("a chart that takes the whole screen gets names, those of the lines that are shown then", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const figure = lineFigures(page).first();
  const count = await shownIn(page);
  await expectNamed(figure, 0);
  await technologyButtons(page).first().click();
  await settled(page);
  await figure.getByRole("button", { name: /^Full screen/ }).click();
  await expect(() => expectNamed(figure, count - 1)).toPass();
});

test("names follow a range of the x axis", async ({ page, open }) => {
  await open();
  await page.goto(`${WIDE}?zoom=50000,500000`);
  await drawAll(page);
  await expectNamed(figures(page).first(), await shownIn(page));
});

test("a narrow chart has no names: the buttons are its legend", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const url of ["/", WIDE]) {
    await open();
    await page.goto(url);
    await drawAll(page);
    for (const figure of await lineFigures(page).all()) await expectNamed(figure, 0);
  }
});

test("the field is behind the lines as long as technologies are hidden, and gone once all are shown", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const figure = lineFigures(page).first();
  const marks = page.locator(".marks li", { hasText: "Pale band" });
  await expect(marks).toHaveCount(1);
  expect((await lookAt(figure)).areas).toBe(2);
  await openMore(page);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(async () => expect((await lookAt(figure)).areas).toBe(0)).toPass();
  await technologyButtons(page).first().click();
  await expect(async () => expect((await lookAt(figure)).areas).toBe(2)).toPass();
});

test("the plot stays where the picture had it when a wide chart gets its names", async ({ page }) => {
  await page.goto(WIDE);
  const figure = lineFigures(page).first();
  await figure.scrollIntoViewIfNeeded();
  const right = await figure.locator(".plot").evaluate((plot) => {
    const area = plot.closest(".chart-area").getBoundingClientRect();
    plot.style.display = "block";
    return area.right - plot.getBoundingClientRect().right;
  });
  await drawAll(page);
  const { names, width } = await lookAt(figure);
  const room = width - names[0].left;
  expect(Math.abs(right - room - 23)).toBeLessThan(1);
});
