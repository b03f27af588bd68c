// The published comparison of lookups, whose charts dimple draws, and the study that asked first beside it.

import { readFileSync } from "node:fs";
import { accessibilityFaults, drawAll, expect, figures, query, settled, technologyButtons, test } from "./page.js";

const PATH = "/2026/akka-vs-node/";
const STUDY = "akka-vs-node.tsv";
const SERVERS = 7;

const lines = (figure) => figure.locator("path.dimple-line");
const errors = (page) => figures(page).filter({ hasText: "Errors" });

test.beforeEach(async ({ page }) => {
  await page.goto(PATH);
  await drawAll(page);
});

test("every chart has every server's line, and the database's ceiling", async ({ page }) => {
  for (const figure of await figures(page).all()) {
    await expect(lines(figure)).toHaveCount(SERVERS + 1);
    await expect(figure.locator("[data-lead]")).not.toHaveText("");
  }
  await expect(errors(page)).toHaveCount(1);
});

test("the scripts say of every chart what the build said of it", async ({ page, context }) => {
  await settled(page);
  const said = await page.locator("[data-lead]").allTextContents();
  const html = await (await context.request.get(PATH)).text();
  expect(said).toEqual([...html.matchAll(/data-lead>([^<]*)/g)].map(([, words]) => words));
  expect(said).toContain("All alike at 256: 0\u00a0requests.");
});

test("a link to two of them shows those alone, in every chart, and without complaint on a logarithmic scale", async ({
  page,
}) => {
  await page.goto(`${PATH}?show=akka-http,node-http&stat=p99&scale=log`);
  await drawAll(page);
  for (const figure of await figures(page).all()) await expect(lines(figure)).toHaveCount(2);
  await technologyButtons(page).filter({ hasText: "Node.js" }).click();
  await expect.poll(() => query(page)).toBe("?show=akka-http&stat=p99&scale=log");
});

test("the study of 2015 can be dropped on it, and has charts of its own beside today's: then and now", async ({
  page,
}) => {
  const now = await figures(page).count();
  const buffer = readFileSync(new URL(`../fixtures/foreign/${STUDY}`, import.meta.url));
  await page.locator("[data-drop-input]").setInputFiles({ name: STUDY, mimeType: "text/plain", buffer });
  const yours = page.locator("button[data-technology^='yours.']");
  await expect(yours).toHaveText(["akka (yours)", "node (yours)"]);
  const [today, then] = [figures(page).first(), figures(page).nth(1)];
  await expect(today).toHaveAttribute("id", "throughput");
  await expect(then).toHaveAttribute("id", "throughput-yours");
  const apart = page.locator("figure[data-yours]");
  await expect(apart).toHaveCount(now);
  await drawAll(page);
  await expect(lines(today)).toHaveCount(SERVERS + 1);
  await expect(lines(then)).toHaveCount(2);
  await expect(then.getByRole("img")).toHaveAttribute("aria-label", /akka \(yours\): from .* node \(yours\): from/);
  await expect(then.locator("figcaption")).toContainText(", yours");
  await page.getByRole("checkbox", { name: "charts of their own" }).uncheck();
  await expect(apart.filter({ visible: true })).toHaveCount(0);
  await expect(today.getByRole("img")).toHaveAttribute("aria-label", new RegExp(`${SERVERS + 1 + 2} technologies`));
});

test("axe finds no violation", async ({ page }) => {
  expect(await accessibilityFaults(page)).toEqual([]);
});
