// Builds the sites into .cache and serves each on a free port of the loopback interface.

import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { inventCrowd } from "./crowded.js";
import { inventPost, settings, standInForGiscus } from "./discussed.js";
import { inventRepetitions } from "./repeated.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = ".cache/browser-test";
/** Sites whose source is made at test time. */
const INVENTORS = { repeated: inventRepetitions, crowded: inventCrowd, discussed: inventPost, asked: inventPost };
const CONFIGS = {
  invented: "_config.yml,test/fixtures/site.yml",
  published: "_config.yml",
  ...Object.fromEntries(Object.keys(INVENTORS).map((site) => [site, `_config.yml,${CACHE}/${site}.yml`])),
};
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
};

const run = (command, ...words) => execFileSync(command, words, { cwd: root, stdio: "inherit" });

/** Builds a site that `setup` has begun to serve. */
export function buildSite(site) {
  const configs = `${CONFIGS[site]},${CACHE}/${site}-address.yml`;
  run("bundle", "exec", "jekyll", "build", "--quiet", "--config", configs, "--destination", join(root, CACHE, site));
}

/**
 * @param {object} [options]
 * @param {boolean} [options.compressed] whether answers come compressed, as a web server in the field sends them
 * @param {string} [options.head] what stands before all else in the head of each page, where the browser's driver can't watch it
 * @param {number} [options.added] technologies that the crowded site has more than the published one
 */
export default async function setup({ compressed = false, head = "", added } = {}) {
  run("node", "script/build-assets.mjs");
  for (const [site, invent] of Object.entries(INVENTORS)) {
    invent(root, join(root, CACHE, `${site}-source`), added);
    const config = `source: ${CACHE}/${site}-source\nplugins_dir: ./_plugins\n`;
    writeFileSync(join(root, CACHE, `${site}.yml`), config);
  }
  const giscus = await standInForGiscus();
  process.env.GISCUS = `http://127.0.0.1:${giscus.address().port}`;
  const besides = settings(process.env.GISCUS);
  const servers = [giscus];
  for (const site of Object.keys(CONFIGS)) {
    const folder = join(root, CACHE, site);
    // A connection that the server ends while a request is on its way fails that request, so none is ended for being idle.
    const kept = { keepAliveTimeout: 0 };
    const server = createServer(kept, (request, response) => answer(folder, request, response, { compressed, head }));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    const url = `http://127.0.0.1:${server.address().port}`;
    process.env[`SITE_${site.toUpperCase()}`] = url;
    // A published site knows its address.
    writeFileSync(join(root, CACHE, `${site}-address.yml`), `url: ${url}\n${besides[site] ?? ""}`);
    buildSite(site);
  }
  return () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
}

function answer(folder, request, response, { compressed, head }) {
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
  else if (head && file.endsWith(".html")) response.end(readFileSync(file, "utf8").replace("<head>", `<head>${head}`));
  else if (compressed) createReadStream(file).pipe(createGzip()).pipe(response);
  else createReadStream(file).pipe(response);
}
