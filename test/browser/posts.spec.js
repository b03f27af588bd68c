// Posts about some of a comparison's technologies open with these.

import { expect, openMore, query, settled, technologyButtons, test } from "./page.js";

test("a post opens with the technologies that it is about, and its address says nothing of them", async ({ page }) => {
  await page.goto("/2026/vertx-event-bus/");
  await settled(page);
  const pressed = technologyButtons(page).and(page.locator("[aria-pressed=true]"));
  await expect(pressed).toHaveText([/Vert\.x event bus/, /Vert\.x/]);
  expect(query(page)).toBe("");
  await openMore(page);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(pressed).toHaveCount(await technologyButtons(page).count());
  await page.getByRole("button", { name: "Default", exact: true }).click();
  await expect(pressed).toHaveCount(2);
  await expect.poll(() => query(page)).toBe("");
});

test("a page without a bubble chart lets a reader choose the cell of its table", async ({ page }) => {
  await page.goto("/2026/relay/");
  const place = page.locator("#cell-summary [data-cell-place]");
  await page.locator("select[name=pages]").selectOption("100");
  await expect(place).toHaveText("RabbitMQ, 100 pages, 10 ms between messages");
  await page.locator("[data-cell-views] > summary").click();
  await expect(page.locator("[data-view=distribution] figcaption")).toContainText("100 pages");
  await page.getByRole("link", { name: "the buttons show them" }).click();
  await expect(place).toHaveText("Solace, 1 page, 10 ms between messages");
});
