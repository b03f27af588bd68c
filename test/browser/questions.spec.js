// The twelve questions, on a desktop and on a phone; the same in other engines by `make test-engines`.

import { playwrightDriver } from "../engines/playwright-driver.js";
import { publishedData, QUESTIONS } from "../engines/questions.js";
import { Reader, SIZES } from "../engines/reader.js";
import { test } from "./page.js";

for (const size of SIZES) {
  for (const { asks, answer } of QUESTIONS) {
    test(`${asks} Within two actions, ${size.width} px`, async ({ page, baseURL, open }) => {
      await page.setViewportSize(size);
      await open();
      await answer(new Reader(playwrightDriver(page)), await publishedData(baseURL));
    });
  }
}
