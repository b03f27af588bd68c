// Builds the sites into .cache and serves each on a free port of the loopback interface.

import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { inventRepetitions } from "./repeated.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = ".cache/browser-test";
const CONFIGS = {
  invented: "_config.yml,test/fixtures/site.yml",
  published: "_config.yml",
  repeated: `_config.yml,${CACHE}/repeated.yml`,
};
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
};

/** @param {{compressed?: boolean}} [options] whether answers come compressed, as a web server in the field sends them */
export default async function setup({ compressed = false } = {}) {
  const run = (command, ...words) => execFileSync(command, words, { cwd: root, stdio: "inherit" });
  run("node", "script/build-assets.mjs");
  inventRepetitions(root, join(root, CACHE, "repeated-source"));
  const repeated = `source: ${CACHE}/repeated-source\nplugins_dir: ./_plugins\n`;
  writeFileSync(join(root, CACHE, "repeated.yml"), repeated);
  const servers = [];
  for (const [site, config] of Object.entries(CONFIGS)) {
    const folder = join(root, CACHE, site);
    const server = createServer((request, response) => answer(folder, request, response, compressed));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    const url = `http://127.0.0.1:${server.address().port}`;
    process.env[`SITE_${site.toUpperCase()}`] = url;
    // A published site knows its address.
    writeFileSync(join(root, CACHE, `${site}-address.yml`), `url: ${url}\n`);
    const configs = `${config},${CACHE}/${site}-address.yml`;
    run("bundle", "exec", "jekyll", "build", "--quiet", "--config", configs, "--destination", folder);
  }
  return () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
}

function answer(folder, request, response, compressed) {
  const { pathname } = new URL(request.url, "http://localhost");
  let file = join(folder, normalize(decodeURIComponent(pathname)));
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  const found = file.startsWith(folder) && existsSync(file);
  const encoding = compressed && found ? { "content-encoding": "gzip" } : {};
  response.writeHead(found ? 200 : 404, {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    ...encoding,
  });
  if (!found) response.end();
  else if (compressed) createReadStream(file).pipe(createGzip()).pipe(response);
  else createReadStream(file).pipe(response);
}
