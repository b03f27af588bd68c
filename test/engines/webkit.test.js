// The twelve questions and the essentials in Safari's engine, as WebKitGTK has it.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import setup from "../browser/setup.js";
import { ESSENTIALS } from "./essentials.js";
import { publishedData, QUESTIONS } from "./questions.js";
import { Reader, SIZES } from "./reader.js";
import { startWebkit } from "./webdriver.js";

let site;
let webkit;
let folder;
let tearDown;

before(async () => {
  tearDown = await setup({ head: `<script>(${watchErrors})()</script>` });
  site = process.env.SITE_PUBLISHED;
  folder = await mkdtemp(join(tmpdir(), "webkit-test-"));
  webkit = await startWebkit(process.env.MINIBROWSER);
});

after(async () => {
  await webkit?.close();
  await rm(folder, { recursive: true });
  tearDown();
});

afterEach(async () => {
  assert.deepEqual(await webkit.driver.evaluate(() => JSON.parse(sessionStorage.complaints ?? "[]")), []);
});

for (const size of SIZES) {
  for (const { asks, answer } of QUESTIONS) {
    test(`${asks} Within two actions, ${size.width} px`, async () => {
      await openIndex(size);
      await answer(new Reader(webkit.driver), await publishedData(site));
    });
  }
}

for (const { promises, check } of ESSENTIALS) {
  test(promises, async () => {
    await openIndex(SIZES[0]);
    await check(webkit.driver, folder);
  });
}

async function openIndex(size) {
  await webkit.driver.resize(size);
  await webkit.driver.goto(`${site}/404.html`);
  await webkit.driver.evaluate(() => sessionStorage.clear());
  await webkit.driver.goto(`${site}/`);
}

/** Runs in each page, before all else: what goes wrong is kept for as long as the tab. */
function watchErrors() {
  const complain = (words) => {
    sessionStorage.complaints = JSON.stringify([...JSON.parse(sessionStorage.complaints ?? "[]"), words]);
  };
  addEventListener(
    "error",
    ({ message, target }) => complain(message ?? `not loaded: ${target.src ?? target.href}`),
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => complain(`rejected: ${reason}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    complain(`${violatedDirective}: ${blockedURI}`),
  );
  for (const level of ["error", "warn"]) console[level] = (...words) => complain(words.join(" "));
}
