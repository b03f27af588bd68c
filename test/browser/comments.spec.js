// What readers have to say, where the site has a repository and no giscus: it becomes an issue that is filled in.

import { REPOSITORY } from "./discussed.js";
import { drawAll, expect, technologyButtons, test } from "./page.js";

const POST = "/2024/talk/";

/** An issue's address, taken apart. */
async function issue(link) {
  const url = new URL(await link.getAttribute("href"));
  return {
    address: url.origin + url.pathname,
    title: url.searchParams.get("title"),
    body: url.searchParams.get("body"),
  };
}

test("a chart is doubted by an issue with its view, run and files", async ({ page, baseURL }) => {
  await page.goto(POST);
  const figure = page.locator("#latency-1-room");
  await figure.locator("[data-export]").click();
  const link = figure.getByRole("link", { name: "Doubt this figure" });
  const { address, title, body } = await issue(link);
  expect(address).toBe(`${REPOSITORY}/issues/new`);
  expect(title).toBe("Doubt: Latency, 1 room");
  expect(body).toContain(`View: ${baseURL}${POST}#latency-1-room`);
  expect(body).toMatch(/^Run: .+ \(.+\)$/m);
  expect(body).toContain("- data/chat/node-ws.json");
});

test("the doubt follows the view", async ({ page, baseURL }) => {
  await page.goto(`${POST}?stat=p99`);
  await drawAll(page);
  const figure = page.locator("#latency-1-room");
  await figure.locator("[data-export]").click();
  const link = figure.getByRole("link", { name: "Doubt this figure" });
  expect((await issue(link)).body).toContain(`View: ${baseURL}${POST}?stat=p99#`);
  await technologyButtons(page).first().click();
  await expect.poll(async () => (await issue(link)).body).toContain("?show=");
  expect((await issue(link)).body).not.toContain("- data/chat/node-ws.json");
});

test("a post is commented on by an issue with its title and the view", async ({ page, baseURL }) => {
  await page.goto(`${POST}?stat=p99`);
  const link = page.locator("[data-comment]");
  await link.evaluate((one) => one.addEventListener("click", (event) => event.preventDefault()));
  await link.click();
  const { address, title, body } = await issue(link);
  expect(address).toBe(`${REPOSITORY}/issues/new`);
  expect(title).toContain("Two & “three”");
  expect(body).toContain(`${baseURL}${POST}?stat=p99`);
});

test("the policy of a post lets no other host in", async ({ page }) => {
  await page.goto(POST);
  const policy = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
  expect(policy).not.toContain("http");
  expect(policy).not.toContain("frame-src");
});
