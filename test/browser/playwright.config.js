// The pages in a real Chromium: the one that CHROMIUM names, Debian's, or else Playwright's own. One project tries every ability over
// invented results (with gaps, losses and saturation); one is about the published pages, and what a page of many technologies needs; one
// about several runs of a technology; two about what readers say of a post; one about two hundred technologies.

import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const DEBIANS_CHROMIUM = "/usr/bin/chromium";

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
  // Beside compilers a long page may take more than a minute to draw.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: "./reporter.js",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? (existsSync(DEBIANS_CHROMIUM) ? DEBIANS_CHROMIUM : undefined),
      args: QUIET,
    },
  },
  projects: [
    {
      name: "invented",
      use: { site: "invented" },
      testIgnore: [
        "comments.spec.js",
        "crowd.spec.js",
        "discussed.spec.js",
        "languages.spec.js",
        "layout.spec.js",
        "lookup.spec.js",
        "many.spec.js",
        "names.spec.js",
        "posts.spec.js",
        "questions.spec.js",
        "runs.spec.js",
        "scoreboard.spec.js",
        "weight.spec.js",
        "your-load.spec.js",
      ],
    },
    {
      name: "published",
      use: { site: "published" },
      testMatch: [
        "crowd.spec.js",
        "drawing.spec.js",
        "languages.spec.js",
        "layout.spec.js",
        "lookup.spec.js",
        "names.spec.js",
        "page.spec.js",
        "policy.spec.js",
        "posts.spec.js",
        "questions.spec.js",
        "scoreboard.spec.js",
        "tables.spec.js",
        "weight.spec.js",
        "your-load.spec.js",
      ],
    },
    { name: "repeated", use: { site: "repeated" }, testMatch: ["runs.spec.js"] },
    { name: "asked", use: { site: "asked" }, testMatch: ["comments.spec.js"] },
    { name: "discussed", use: { site: "discussed" }, testMatch: ["discussed.spec.js"] },
    { name: "crowded", use: { site: "crowded" }, testMatch: ["many.spec.js"] },
  ],
});
