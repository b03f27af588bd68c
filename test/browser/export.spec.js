// Charts are taken away: as pictures, figures, an embed and a citation, of the view at the moment.

import { readFileSync } from "node:fs";
import {
  accessibilityFaults,
  choice,
  drawAll,
  expect,
  figures,
  lookAtCharts,
  openTables,
  query,
  technologyButtons,
  test,
} from "./page.js";

const panelOf = (figure) => figure.locator(".export-panel");
const press = (figure, name) => panelOf(figure).getByRole("button", { name, exact: true }).click();

async function openPanel(figure) {
  const button = figure.locator("[data-export]");
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(panelOf(figure).getByRole("button", { name: "SVG" })).toBeVisible();
}

async function download(page, figure, name) {
  const downloading = page.waitForEvent("download");
  await press(figure, name);
  const file = await downloading;
  await expect(panelOf(figure).getByRole("status")).toHaveText(`${file.suggestedFilename()} is downloaded.`);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

async function text(figure, name) {
  await press(figure, name);
  return panelOf(figure).getByRole("textbox", { name }).inputValue();
}

const line = (page) => page.locator("#latency-1-room");
const bubble = (page) => page.locator("figure.chart-bubble");

test("nothing of it is loaded before a reader asks", async ({ page, open }) => {
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await open();
  await drawAll(page);
  expect(loaded).not.toContain("/assets/build/export.js");
  await openPanel(line(page));
  expect(loaded).toContain("/assets/build/export.js");
});

test("the SVG has title, source, date and every technology shown, as text", async ({ page, open }) => {
  await open("?stat=p99");
  const names = await page.locator("button[data-technology][aria-pressed='true']").allTextContents();
  await openPanel(line(page));
  const { name, content } = await download(page, line(page), "SVG");
  expect(name).toMatch(/^realtime-bench.*-latency-1-room-p99\.svg$/);
  const found = await page.evaluate((svg) => {
    const document = new DOMParser().parseFromString(svg, "image/svg+xml");
    return {
      root: document.documentElement.nodeName,
      texts: [...document.querySelectorAll("text")].map(({ textContent }) => textContent),
      lines: document.querySelectorAll("g > path").length,
    };
  }, content.toString());
  expect(found.root).toBe("svg");
  for (const wanted of ["Latency, 1 room", ...names.map((one) => one.trim())]) expect(found.texts).toContain(wanted);
  expect(found.texts.join(" ")).toContain(`${page.url()}#latency-1-room`);
  expect(found.texts.join(" ")).toMatch(/Measured \d{4}-\d\d-\d\d|Date of measurement not stated/);
  expect(found.lines).toBeGreaterThanOrEqual(names.length);
});

for (const [kind, find] of Object.entries({ line, bubble })) {
  test(`the PNG of a ${kind} chart is sharp and full of ink`, async ({ page, open }) => {
    await open();
    await find(page).scrollIntoViewIfNeeded();
    await openPanel(find(page));
    const { name, content } = await download(page, find(page), "PNG");
    expect(name).toMatch(/\.png$/);
    const { width, colors } = await page.evaluate(
      async (address) => {
        const image = Object.assign(new Image(), { src: address });
        await image.decode();
        const context = Object.assign(document.createElement("canvas"), {
          width: image.width,
          height: image.height,
        }).getContext("2d");
        context.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
        return { width: image.width, colors: new Set(pixels).size };
      },
      `data:image/png;base64,${content.toString("base64")}`,
    );
    expect(width).toBe(1920);
    expect(colors).toBeGreaterThan(100);
  });
}

test("the SVG's ticks are those that the page's chart would draw, and pictures are on light ground", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open("?scale=log");
  await openPanel(line(page));
  const { content } = await download(page, line(page), "SVG");
  expect(content.toString()).toContain('fill="#ffffff"');
  const [labels] = content.toString().match(/class="y-ticks".*?<\/g>/);
  const ticks = [...labels.matchAll(/>([^<]+)</g)].map(([, label]) => Number(label.replaceAll(",", "")));
  expect(ticks.length).toBeGreaterThan(2);
  for (const tick of ticks) expect([1, 2, 5]).toContain(Number(tick.toExponential().split("e")[0]));
});

test("CSV and JSON have the figures drawn, under the names of the result files", async ({ page, open }) => {
  await open("?show=node-ws&stat=p99");
  await openPanel(line(page));
  const csv = (await download(page, line(page), "CSV")).content.toString();
  const [head, ...lines] = csv.trimEnd().split("\r\n");
  expect(head).toContain("technology,name,rooms,users,messages,iterations,latency_p99_ms,latency_p99_ms_ci95");
  expect(lines.length).toBeGreaterThan(3);
  for (const one of lines) expect(one).toMatch(/^node-ws,Node\.js,1,/);
  const json = JSON.parse((await download(page, line(page), "JSON")).content);
  expect(json.figures.length).toBe(lines.length);
  expect(json.source).toBe(`${page.url()}#latency-1-room`);
  expect(Object.keys(json.figures[0]).join()).toBe(head);
});

test("the Markdown table has a row a cell drawn, written as on the page", async ({ page, open }) => {
  await open("?show=node-ws");
  await openPanel(line(page));
  const table = (await text(line(page), "Markdown")).split("\n").filter((one) => one.startsWith("|"));
  await openTables(page);
  const built = await line(page)
    .locator("details[data-figures] tbody tr")
    .evaluateAll((all) =>
      all
        .map((row) => [...row.cells].map(({ textContent }) => textContent.trim()))
        .filter(([name]) => name === "Node.js"),
    );
  expect(table.length).toBe(2 + built.length);
  expect(table[2]).toContain(built[0].at(-1));
  expect(table[2]).toContain(built[0][4]);
});

test("the embed shows that chart alone, in that view, and leads to its page", async ({ page, open }) => {
  await open("?stat=p99&scale=log");
  await openPanel(line(page));
  const snippet = await text(line(page), "Embed");
  const [, address] = snippet.match(/^<iframe src="([^"]+)" title="[^"]+" width/);
  await page.goto(address.replaceAll("&amp;", "&"));
  await expect.poll(() => query(page)).toBe("?chart=latency-1-room&stat=p99&scale=log");
  await expect(figures(page)).toHaveCount(1);
  await expect(figures(page)).toHaveAttribute("data-state", "drawn");
  await expect(figures(page).locator("[data-statistic]")).toHaveText("p99");
  const [{ ink }] = await lookAtCharts(page);
  expect(ink).toBeGreaterThan(2000);
  await expect(page.locator(".embed-legend li").first()).toBeVisible();
  await expect(page.getByRole("link")).toHaveAttribute("href", "/?stat=p99&scale=log#latency-1-room");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("an embed of a chart that isn't there says which are", async ({ page }) => {
  await page.goto("/embed/?chart=gone");
  await expect(page.getByRole("status")).toContainText("/ has no chart “gone” (its charts: latency-1-room, ");
});

test("a citation names chart, page, date and address", async ({ page, open }) => {
  await open();
  await openPanel(line(page));
  const citation = await text(line(page), "Citation");
  expect(citation).toContain("”: Latency, 1 room (mean, ms; lower is better). ");
  expect(citation).toContain(`${page.url()}#latency-1-room (accessed 20`);
  expect(await text(line(page), "BibTeX")).toMatch(/^@misc\{[a-z0-9-]+,\n {2}author = /);
});

test("a text goes when the view changes, as it is of another", async ({ page, open }) => {
  await open();
  await openPanel(line(page));
  await text(line(page), "Citation");
  await choice(page, "Statistic").selectOption("p99");
  await expect(panelOf(line(page)).locator("textarea")).toBeHidden();
});

test("the keyboard opens the panel, and axe finds no violation in it", async ({ page, open }) => {
  await open();
  await line(page).locator("[data-export]").focus();
  await page.keyboard.press("Enter");
  await expect(panelOf(line(page)).getByRole("button", { name: "SVG" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(panelOf(line(page)).getByRole("button", { name: "SVG" })).toBeFocused();
  await text(line(page), "Embed");
  expect(await accessibilityFaults(page, "#latency-1-room")).toEqual([]);
});

test("hidden technologies are not in the picture", async ({ page, open }) => {
  await open();
  const first = technologyButtons(page).first();
  const name = (await first.textContent()).trim();
  await first.click();
  await openPanel(line(page));
  const { content } = await download(page, line(page), "SVG");
  expect(content.toString()).not.toContain(`>${name}</text>`);
});
