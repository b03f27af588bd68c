// Bundles assets/js into assets/build, and compiles the schemas to validators that need no compiler in
// the browser. `--watch` bundles again whenever a source changes.

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { buildValidators } from "./build-validators.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const options = {
  absWorkingDir: root,
  entryPoints: {
    main: "assets/js/main.js",
    charts: "assets/js/charts/index.js",
    drop: "assets/js/drop/index.js",
    "drop-worker": "assets/js/drop/worker.js",
  },
  outdir: "assets/build",
  chunkNames: "shared-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
};

await buildValidators(root);
if (process.argv.includes("--watch")) {
  const context = await esbuild.context(options);
  await context.watch();
} else {
  await esbuild.build(options);
}
