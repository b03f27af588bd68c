// What the browser tests share: a page that was watched from its first byte, and ways to look at its charts.

import AxeBuilder from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";

export { expect };

const BESIDES_SITEMAP = ["/404.html", "/docs/charts/", "/charts/latency-1-room.html"];

export const test = base.extend({
  site: ["invented", { option: true }],

  baseURL: async ({ site }, use) => {
    await use(process.env[`SITE_${site.toUpperCase()}`]);
  },

  /** Errors on the console or of requests, and requests to other hosts; every test ends without any. */
  complaints: [
    async ({ page, baseURL }, use) => {
      const complaints = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL) && !url.startsWith("data:")) complaints.push(`request to ${url}`);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],

  /** Opens the headline comparison at a query; skips the test where nothing has been measured yet. */
  open: async ({ page }, use) => {
    await use(async (query = "") => {
      await page.goto(`/${query}`);
      test.skip((await page.locator("figure[data-chart] canvas").count()) === 0, "no results are there yet");
    });
  },
});

export const figures = (page) => page.locator("figure[data-chart]");
export const lineFigures = (page) => page.locator("figure.chart-line");
export const technologyButtons = (page) => page.locator(".controls button[data-technology]");

/**
 * What axe finds against the page, or against the parts of it that selectors name: of each broken rule its id and the elements' HTML.
 * Asked for are violations alone, in one go: else axe also makes a selector of every element that passes.
 */
export async function accessibilityFaults(page, ...parts) {
  const axe = parts.reduce((builder, part) => builder.include(part), new AxeBuilder({ page }));
  const { violations } = await axe
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}

/** Scrolls through the page, a frame at each figure. */
export async function scrollThrough(page) {
  await page.evaluate(async () => {
    for (const figure of document.querySelectorAll("figure[data-chart]")) {
      figure.scrollIntoView();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

/** The addresses of the pages that the charts have for their figures. */
export function figurePages(page) {
  return page.locator("figure a[href$='.html']").evaluateAll((all) => all.map(({ href }) => href));
}

/** Opens everything that is folded, or what a selector names. */
export async function unfold(page, which = "details") {
  await page.evaluate((selector) => {
    for (const details of document.querySelectorAll(selector)) details.open = true;
  }, which);
}

/** Opens the table of every chart, as a reader does. */
export async function openTables(page) {
  await unfold(page, "details[data-figures]");
}

/** Scrolls through the page until every chart is drawn, those that are folded among them. */
export async function drawAll(page) {
  await unfold(page, "details:has(figure[data-chart])");
  await scrollThrough(page);
  await expect(page.locator("figure[data-chart]:not([data-state='drawn'])")).toHaveCount(0);
}

/**
 * Of every chart a fingerprint of its pixels, and how many of them are inked. Reads copies, lest the
 * page's own canvases change their way of drawing for being read often.
 */
export function lookAtCharts(page, selector = "figure[data-chart]") {
  return page.evaluate((figures) => {
    const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    return [...document.querySelectorAll(figures)].map((figure) => {
      const { width, height } = Object.assign(copy.canvas, size(figure.querySelector("canvas")));
      copy.drawImage(figure.querySelector("canvas"), 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      let ink = 0;
      let print = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] > 0) ink++;
        print = (Math.imul(print, 31) + data[i] + 7 * data[i + 1] + 13 * data[i + 2] + 17 * data[i + 3]) | 0;
      }
      return { id: figure.id, ink, print };
    });
    function size({ width, height }) {
      return { width, height };
    }
  }, selector);
}

/** Waits until those and only those of the charts looked at look different from before. */
export async function expectChanged(page, before, ids = before.map(({ id }) => id)) {
  await expect(async () => {
    const after = new Map((await lookAtCharts(page)).map(({ id, print }) => [id, print]));
    expect(before.filter(({ id, print }) => after.get(id) !== print).map(({ id }) => id)).toEqual(ids);
  }).toPass({ timeout: 5000 });
}

export const choice = (page, name) => page.getByRole("combobox", { name, exact: true });
/** Opens what the bar of controls keeps folded. */
export const openMore = (page) => page.locator(".more > summary").click();
export const query = (page) => new URL(page.url()).search;

/** Waits until what follows a change after its frame has followed (assets/js/after-frame.js). */
export function settled(page) {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

export async function goBack(page) {
  await settled(page);
  await page.goBack();
}

/** The paths of all pages but that of a chart alone: those of the sitemap, and those that it leaves out. */
export async function paths(page, baseURL) {
  const sitemap = await (await page.request.get(`${baseURL}/sitemap.xml`)).text();
  const all = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url, baseURL).pathname);
  const found = all.filter((path) => path.endsWith("/") || path.endsWith(".html"));
  expect(found).toContain("/");
  return [...new Set([...found, ...BESIDES_SITEMAP])];
}

/** Of the pages whose elements have the same ids, as those that one template makes of each technology, the path of the longest. */
export async function kindsOfPages(page, baseURL) {
  const longest = new Map();
  for (const path of await paths(page, baseURL)) {
    const html = await (await page.request.get(`${baseURL}${path}`)).text();
    const kind = html.match(/<html lang="[^"]*"| id="[^"]*"/g).join("");
    if (html.length > (longest.get(kind)?.length ?? 0)) longest.set(kind, { path, length: html.length });
  }
  return [...longest.values()].map(({ path }) => path);
}
