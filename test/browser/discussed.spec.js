// Comments that giscus keeps: nothing of its host is loaded before a reader asks, and no page but a post may load any.

import { accessibilityFaults, expect, test } from "./page.js";

const POST = "/2024/talk/";
const OTHERS = ["/", `${POST}charts/latency-1-room.html`, "/technologies/node-ws/", "/404.html"];
const ASK = { name: "Load the comments from there" };
const policyOf = (page) => page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");

test("comments come once a reader asks, with the settings, and offend against no policy", async ({
  page,
  complaints,
}) => {
  const { GISCUS } = process.env;
  await page.goto(POST);
  expect(await accessibilityFaults(page, ".comments")).toEqual([]);
  expect(complaints).toEqual([]);
  await page.getByRole("button", ASK).click();
  const frame = page.frameLocator("iframe[title='Comments']");
  await expect(frame.getByText("First!")).toBeVisible();
  const asked = new URL(await page.locator("iframe[title='Comments']").getAttribute("src"));
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    repo: "bench/bench",
    repoId: "R_1",
    category: "Posts",
    categoryId: "C_1",
    mapping: "pathname",
    lang: "en",
  });
  // The stand-in's script, style and frame, and nothing else.
  const foreign = complaints.splice(0);
  expect(foreign.map((one) => one.split("?")[0]).sort()).toEqual(
    ["client.js", "default.css", "widget"].map((name) => `request to ${GISCUS}/${name}`),
  );
});

test("the policy of posts alone names its host", async ({ page }) => {
  await page.goto(POST);
  expect(await policyOf(page)).toContain(`script-src 'self' ${process.env.GISCUS};`);
  for (const path of OTHERS) {
    await page.goto(path);
    expect(await policyOf(page), path).not.toContain("http");
  }
});
