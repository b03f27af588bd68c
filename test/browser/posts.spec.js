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
