// What has to work in every engine, in the one that Playwright drives. That there is no error, page.js watches.

import { mkdir } from "node:fs/promises";
import { test } from "../browser/page.js";
import { ESSENTIALS } from "./essentials.js";
import { playwrightDriver } from "./playwright-driver.js";

for (const { promises, check } of ESSENTIALS) {
  test(promises, async ({ page, open }, { outputDir }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open();
    await mkdir(outputDir, { recursive: true });
    await check(playwrightDriver(page), outputDir);
  });
}
