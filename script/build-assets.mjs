// Bundles assets/js and assets/css into assets/build, and compiles the schemas to validators that need no compiler in
// the browser. `--watch` bundles again whenever a source changes.

import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { buildSchemas } from "./schemas.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const shared = {
  absWorkingDir: root,
  outdir: "assets/build",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
};
/** A bundle that comes on first use carries its style sheet as text. */
const CARRIED_STYLES = { ".css": "text" };
// What comes on first use is bundled apart, lest the page load more and smaller pieces for it.
const bundles = [
  {
    entryPoints: {
      main: "assets/js/main.js",
      charts: "assets/js/charts/index.js",
      "cell-views": "assets/js/cell-views/index.js",
    },
    chunkNames: "shared-[hash]",
  },
  { entryPoints: { dimple: "assets/js/dimple/index.js" }, chunkNames: "dimple-[hash]" },
  {
    entryPoints: { "dimple-library": "assets/js/dimple/library.cjs" },
    format: "iife",
    splitting: false,
    globalName: "dimpleLibrary",
    alias: { d3: "d3v3" },
  },
  { entryPoints: { readout: "assets/js/charts/readout-panel.js" }, loader: CARRIED_STYLES },
  { entryPoints: { runs: "assets/js/controls/runs.js" } },
  { entryPoints: { crowd: "assets/js/crowd/index.js" } },
  { entryPoints: { "cell-table": "assets/js/table/cell-table.js" } },
  { entryPoints: { versus: "assets/js/table/versus.js" }, loader: CARRIED_STYLES },
  { entryPoints: { "your-load": "assets/js/your-load/index.js" } },
  { entryPoints: { export: "assets/js/export/index.js" }, loader: CARRIED_STYLES },
  { entryPoints: { embed: "assets/js/embed.js" } },
  { entryPoints: { comments: "assets/js/comments.js" } },
  { entryPoints: { site: "assets/css/site.css" } },
  { entryPoints: { drop: "assets/js/drop/index.js" }, chunkNames: "drop-[hash]", loader: CARRIED_STYLES },
  { entryPoints: { "drop-worker": "assets/js/drop/worker.js" }, chunkNames: "drop-worker-[hash]" },
].map((bundle) => ({ ...shared, ...bundle }));

await buildSchemas(root);
if (process.argv.includes("--watch")) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
} else {
  const made = await Promise.all(bundles.map((bundle) => esbuild.build({ ...bundle, metafile: true })));
  removeOlder(made.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
}

/** Pieces of earlier builds: what changes has another name each time. */
function removeOlder(made) {
  const kept = new Set(made.map((path) => basename(path)));
  const pieces = readdirSync(join(root, shared.outdir)).filter((name) => /-[A-Z0-9]{8}\.js$/.test(name));
  for (const name of pieces.filter((one) => !kept.has(one))) rmSync(join(root, shared.outdir, name));
}
