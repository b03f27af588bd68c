// The scoreboard on the first screen of the published index.

import { accessibilityFaults, drawAll, expect, goBack, lookAtCharts, query, technologyButtons, test } from "./page.js";

const table = (page) => page.locator("table[data-scoreboard]");
const rows = (page) => table(page).locator("tbody tr");
const header = (page, name) => table(page).getByRole("columnheader", { name });
const ids = (page) => rows(page).evaluateAll((all) => all.map(({ dataset }) => dataset.technology));
const column = (page, place) =>
  rows(page).evaluateAll(
    (all, cell) => all.map(({ cells }) => Number(cells[cell].firstChild.data.replace(/[^\d.]/g, ""))),
    place,
  );
const ascending = (values) => [...values].sort((a, b) => a - b);

/** The lower edge of an element on the page, as it opens. */
const bottom = async (locator) => {
  const { y, height } = await locator.boundingBox();
  return y + height;
};

test("all technologies stand on a desktop's first screen, sorted by what they carry", async ({ page, open }) => {
  await open();
  expect(await rows(page).count()).toBeGreaterThanOrEqual(14);
  expect(await bottom(rows(page).nth(13))).toBeLessThanOrEqual(800);
  await expect(header(page, /^Carries/)).toHaveAttribute("aria-sort", "descending");
  const carried = await column(page, 1);
  expect(carried).toEqual(ascending(carried).reverse());
});

test("on a phone the first rows are in sight with two columns, and only the table scrolls sideways", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  expect(await bottom(rows(page).first())).toBeLessThanOrEqual(844);
  const second = await rows(page).first().locator("td").nth(1).boundingBox();
  expect(second.x + second.width).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("every head sorts by pointer and keyboard, the best first, then the other way round", async ({ page, open }) => {
  await open();
  const memory = header(page, /^Memory/);
  await memory.getByRole("button").click();
  await expect(memory).toHaveAttribute("aria-sort", "ascending");
  await expect(table(page).locator("[aria-sort]")).toHaveCount(1);
  const values = await column(page, 4);
  expect(values).toEqual(ascending(values));
  await page.keyboard.press("Enter");
  await expect(memory).toHaveAttribute("aria-sort", "descending");
  expect(await column(page, 4)).toEqual(values.reverse());
  await expect(memory.getByRole("button")).toBeFocused();
  await header(page, /^Technology/)
    .getByRole("button")
    .click();
  expect((await ids(page))[0]).toBe("akka-play");
});

test("a row's mark hides its technology in the charts and in the buttons, and is in the address", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page, "#latency-1-room");
  const mark = table(page).getByRole("button", { name: "Node.js in the charts" });
  await expect(mark).toHaveAttribute("aria-pressed", "true");
  await mark.click();
  await expect(mark).toHaveAttribute("aria-pressed", "false");
  await expect(technologyButtons(page).and(page.locator("[data-technology='node-ws']"))).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await expect.poll(() => query(page)).toMatch(/^\?show=(?!.*node-ws)/);
  await page.locator("#latency-1-room").scrollIntoViewIfNeeded();
  await expect.poll(async () => (await lookAtCharts(page, "#latency-1-room"))[0].print).not.toBe(before[0].print);
  await goBack(page);
  await expect(mark).toHaveAttribute("aria-pressed", "true");
});

test("a name leads to the charts of that technology alone", async ({ page, open }) => {
  await open();
  await table(page).getByRole("link", { name: "Bun" }).click();
  await expect(page).toHaveURL(/\?show=bun#latency$/);
  await expect(technologyButtons(page).and(page.locator("[aria-pressed='true']"))).toHaveText(["Bun"]);
});

test("axe finds no violation in the scoreboard, light and dark", async ({ page, open }) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await open();
    expect(await accessibilityFaults(page, ".scoreboard-frame")).toEqual([]);
  }
});

test("how it is sorted is in the address, and comes back with it", async ({ page, open }) => {
  await open();
  const built = await ids(page);
  await header(page, /^Memory/)
    .getByRole("button")
    .click();
  await expect.poll(() => query(page)).toBe("?board=memory-mean");
  await page.reload();
  await expect(header(page, /^Memory/)).toHaveAttribute("aria-sort", "ascending");
  const byMemory = await column(page, 4);
  expect(byMemory).toEqual(ascending(byMemory));
  await header(page, /^Carries/)
    .getByRole("button")
    .click();
  await expect.poll(() => query(page)).toBe("");
  expect(await ids(page)).toEqual(built);
  await open("?board=nothing,descending");
  expect(await ids(page)).toEqual(built);
});

test("a reader's own load becomes that of its figures, and leaves it again", async ({ page, open }) => {
  const textsOf = (all) => all.map(({ cells }) => [...cells].map(({ textContent }) => textContent.trim()));
  const { technologies, cells } = await (await page.request.get("/datasets/chat/dataset.json")).json();
  const cell = cells.users.findIndex(
    (users, i) => users === 30 && cells.rooms[i] === 2 && technologies[cells.technology[i]].id === "go-coder",
  );
  await open();
  const built = await rows(page).evaluateAll(textsOf);
  await page.locator("[data-load='rooms']").fill("2");
  await page.locator("[data-load='users']").fill("28");
  await expect(header(page, /^CPU/)).toContainText("% of a core, 2 rooms, 30 users");
  const texts = await table(page).locator("tr[data-technology='go-coder'] td").allTextContents();
  const { mean, ci95 } = cells.memory_mib;
  expect(texts[3]).toBe(`${mean[cell].toPrecision(3)} ± ${ci95[cell].toFixed(1)}`);
  await goBack(page);
  await expect.poll(() => query(page)).toBe("");
  await expect.poll(() => rows(page).evaluateAll(textsOf)).toEqual(built);
});

test("at the load that it was built with, scripts fill it as the build does", async ({ page, open }) => {
  const looks = (all) =>
    all.map(({ cells }) =>
      [...cells].slice(1).map(({ style, firstChild }) => ({
        text: firstChild.data,
        marks: ["--share", "--low", "--high"].map((name) => Number(style.getPropertyValue(name))),
      })),
    );
  await open();
  const built = await rows(page).evaluateAll(looks);
  await open("?need=rooms:1,users:20,by:latency");
  await expect(table(page)).toHaveAttribute("data-place", "rooms=1&users=20");
  const filled = await rows(page).evaluateAll(looks);
  filled.forEach((cells, row) => {
    cells.forEach(({ text, marks }, place) => {
      expect(text).toBe(built[row][place].text);
      marks.forEach((mark, i) => {
        expect(mark).toBeCloseTo(built[row][place].marks[i], 2);
      });
    });
  });
});

test("what a search found stays whatever a reader's load is, and its mark stands on the scale of all", async ({
  page,
  open,
}) => {
  const carried = (all) =>
    Object.fromEntries(
      all.map(({ dataset, cells: [, { style, textContent }] }) => [
        dataset.technology,
        {
          text: textContent.trim(),
          marks: ["--share", "--low", "--high"].map((name) => Number(style.getPropertyValue(name))),
        },
      ]),
    );
  await open();
  const searched = table(page).locator("tr:has(td[data-searched])");
  const built = await searched.evaluateAll(carried);
  expect(Object.keys(built).length).toBe(await rows(page).count());
  await page.locator("[data-load='users']").fill("28");
  await expect(header(page, /^CPU/)).toContainText("1 room, 30 users");
  const filled = await searched.evaluateAll(carried);
  for (const [technology, { text, marks }] of Object.entries(built)) {
    expect(filled[technology].text).toBe(text);
    marks.forEach((mark, i) => {
      expect(filled[technology].marks[i]).toBeCloseTo(mark, 2);
    });
  }
});

test("a dropped file's technology has a row that is sorted and chosen like the others, until it is removed", async ({
  page,
  open,
}) => {
  await open();
  const before = await rows(page).count();
  const tsv = [
    "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\tlatency_p99_ms\tcpu_percent\tmemory_mib",
    ...[10, 20, 60].flatMap((users) => [1, 2].map((i) => `mine\t1\t${users}\t${i}\t500\t0.1\t${users}\t${i}\t2`)),
    "",
  ].join("\n");
  await page
    .locator("[data-drop-input]")
    .setInputFiles([{ name: "mine.tsv", mimeType: "text/plain", buffer: Buffer.from(tsv) }]);
  await expect(rows(page)).toHaveCount(before + 1);
  const mine = rows(page).filter({ hasText: "mine (yours)" });
  const texts = await mine.locator("td").evaluateAll((cells) => cells.map(({ firstChild }) => firstChild.data));
  expect(texts).toEqual(["≥ 60", "20.0", "1.50", "2.00", "–"]);
  const carried = await column(page, 1);
  expect(carried).toContain(60);
  expect(carried).toEqual(carried.toSorted((a, b) => b - a));
  const mark = mine.getByRole("button");
  await expect(mark).toHaveAttribute("aria-pressed", "true");
  await mark.click();
  await expect(page.locator(".controls button[data-technology^='yours.']")).toHaveAttribute("aria-pressed", "false");
  await page
    .locator(".dropped-file")
    .getByRole("button", { name: /Remove/ })
    .click();
  await expect(rows(page)).toHaveCount(before);
});
