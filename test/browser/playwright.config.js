// The pages in a real Chromium: CHROMIUM names its binary. Two projects run the same promises, one over
// invented results (with gaps, losses and saturation), one over the published ones.

import { defineConfig } from "@playwright/test";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.js",
  outputDir: "../../test-results",
  globalSetup: "./setup.js",
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  forbidOnly: true,
  reporter: "./reporter.js",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET },
  },
  projects: [
    { name: "invented", use: { site: "invented" } },
    { name: "published", use: { site: "published" }, testIgnore: "marks.spec.js" },
  ],
});
