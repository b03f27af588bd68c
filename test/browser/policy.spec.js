// The Content Security Policy: every page has it, none offends against it, and it holds.

import { drawAll, expect, kindsOfPages, test } from "./page.js";

const POLICY = "meta[http-equiv='Content-Security-Policy']";

test("no kind of page offends against its own policy", async ({ page, baseURL }) => {
  test.slow();
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      window.violations.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  for (const path of [...(await kindsOfPages(page, baseURL)), "/embed/?chart=latency-1-room"]) {
    await page.goto(path);
    await expect(page.locator(POLICY)).toHaveCount(1);
    await drawAll(page);
    expect(await page.evaluate(() => window.violations), path).toEqual([]);
  }
});

test("neither a script that gets into the page nor a request to another host has any effect", async ({
  page,
  open,
  complaints,
}) => {
  await open();
  const effect = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='window.ran = true'>");
    const answer = await fetch("https://example.org/").then(
      () => "answered",
      () => "refused",
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { ran: window.ran, answer };
  });
  expect(effect).toEqual({ ran: undefined, answer: "refused" });
  expect(complaints.splice(0).join("\n")).toContain("Content Security Policy");
});
