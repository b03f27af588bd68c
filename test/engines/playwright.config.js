// Debian's Firefox, which Playwright drives over WebDriver BiDi: no build of its own is needed.

import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "..",
  testMatch: ["browser/questions.spec.js", "engines/essentials.spec.js"],
  outputDir: "../../test-results",
  globalSetup: "../browser/setup.js",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [["../browser/reporter.js", { runner: "firefox" }]],
  use: {
    browserName: "firefox",
    site: "published",
    colorScheme: "light",
    launchOptions: { channel: "moz-firefox", executablePath: process.env.FIREFOX },
  },
  projects: [{ name: "firefox" }],
});
