// The weight of the headline page: what it may weigh is in weight.js.

import { expect, test } from "./page.js";
import { BUDGETS_KB, weigh } from "./weight.js";

test("the headline page with every technology keeps to its budgets", async ({ page, baseURL }) => {
  const found = await weigh(page, baseURL);
  for (const [part, budget] of Object.entries(BUDGETS_KB)) {
    expect(found[part], part).toBeGreaterThan(10);
    expect(found[part], part).toBeLessThanOrEqual(budget);
  }
});
