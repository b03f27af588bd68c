// What script/import promises, by running it; and that what it writes is on the site.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { copyOfTree, ROOT } from "./checkout.js";

/** The page of lookups: the post about them. */
const LOOKUPS = "2026/akka-vs-node";
const SHOOTOUT = "2026/websocket-shootout";
const RELAYS = "2026/relay";
const ECHOES = "2026/echo";
/** Of studies whose own figures are named by posts, which a newer run would take the place of. */
const NAMED_BY_POSTS = ["tfg-webchat.json", "broker-hops.md", "trials.csv"];
const FIXTURES = join(ROOT, "test/fixtures/foreign");
const fixture = (name) => join(FIXTURES, name);

/** The curve of percentiles in a report's graph.js. */
const GRAPH = `var responseTimePercentilesInfos = {
        data: {"result": {"series": [{"data": [[50.0, 490.0], [90.0, 500.0], [95.0, 810.0], [99.0, 1500.0], [99.9, 1505.0]], "label": "HP"}]}},
        getOptions: function() {}
};
`;

/** Runs script/import of a checkout: exit status and both outputs. */
function run(words, checkout = ROOT) {
  return spawnSync(join(checkout, "script/import"), words, { cwd: checkout, encoding: "utf8" });
}

describe("script/import", () => {
  let out;
  before(() => {
    out = mkdtempSync(join(tmpdir(), "realtime-bench-import-"));
  });
  after(() => rmSync(out, { recursive: true, force: true }));
  const written = () => readdirSync(out).sort();

  it("writes a result file, and tells its rows and what was assumed", () => {
    const { status, stdout, stderr } = run([fixture("elixir-phoenix.txt"), "--date", "2016-09-01", "--out", out]);
    assert.equal(status, 0, stderr);
    assert.deepEqual(written(), ["2016-09-01-websocket-bench-elixir-phoenix.json"]);
    assert.match(stdout, /3 rows of elixir-phoenix for shootout/);
    assert.match(stdout, /The file names no technology/);
    const { run: made, results } = JSON.parse(readFileSync(join(out, written()[0]), "utf8"));
    assert.equal(made.started_at, "2016-09-01T00:00:00Z");
    assert.equal(results.length, 3);
  });

  it("keeps what is there, unless it is told to replace it", () => {
    const words = [fixture("elixir-phoenix.txt"), "--date", "2016-09-01", "--out", out];
    const target = join(out, written()[0]);
    writeFileSync(target, "mine");
    const { status, stderr } = run(words);
    assert.equal(status, 1);
    assert.match(stderr, /2016-09-01-websocket-bench-elixir-phoenix\.json: is there already \(--force replaces it\)/);
    assert.equal(readFileSync(target, "utf8"), "mine");
    assert.equal(run([...words, "--force"]).status, 0);
    assert.equal(JSON.parse(readFileSync(target, "utf8")).results.length, 3);
  });

  it("makes one run of several files of a technology", () => {
    const words = [fixture("k6-export-summary.json"), fixture("k6-handle-summary.json"), "--technology", "node-http"];
    const { status, stdout } = run([...words, "--date", "2026-01-02", "--out", out]);
    assert.equal(status, 0);
    assert.match(stdout, /2026-01-02-k6-node-http\.json: 2 rows of node-http for lookup/);
  });

  it("puts a word before a study's technologies, so that they stay apart from ours", () => {
    const words = [fixture("oha.json"), "--technology", "node-http", "--concurrency", "8", "--date", "2016-09-01"];
    const { status, stdout, stderr } = run([...words, "--prefix", "2016", "--out", out]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /2016-09-01-oha-2016-node-http\.json: 1 row of 2016-node-http for lookup/);
    assert.match(stdout, /2016- before a technology's id was given at the import/);
    const refused = run([...words, "--prefix", "Of_2016", "--out", out]);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /technology: "Of_2016-node-http" is not/);
  });

  it("writes nothing if one of the files is of no known format, and lists those that are known", () => {
    const stranger = join(out, "stranger.txt");
    writeFileSync(stranger, "hello\n");
    const before = written();
    const { status, stderr } = run([fixture("oha.json"), stranger, "--out", out]);
    assert.equal(status, 1);
    assert.match(stderr, /stranger\.txt: is of no known format \(expected one of: .*TFG-WebChat.*k6.*oha/);
    assert.deepEqual(written(), before);
  });

  it("tells what keeps a file from becoming a result file, and writes nothing", () => {
    const broken = join(out, "broken.json");
    writeFileSync(broken, readFileSync(fixture("oha.json"), "utf8").replace('"total": 10.0025', '"total": -1'));
    const before = written();
    const { status, stderr } = run([broken, "--concurrency", "8", "--out", out]);
    assert.equal(status, 1);
    assert.match(stderr, /broken\.json: summary\.total: -1 is not a figure \(expected a number, >= 0\)/);
    writeFileSync(broken, readFileSync(fixture("oha.json"), "utf8").replace('"p90": 0.0066', '"p90": 0.0016'));
    const again = run([broken, "--concurrency", "8", "--out", out]);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /broken\.json: makes no result file: .*latency_p90_ms: 1\.6 is below/);
    assert.deepEqual(written(), before);
  });

  it("makes one run of HttpArena's files of a profile, and files of their own of several", () => {
    const copies = ["echo-ws-4096.json", "baseline-512.json", "limited-conn-512.json"].map((name) => join(out, name));
    const [more, baseline, limited] = copies;
    const echoes = JSON.parse(readFileSync(fixture("echo-ws-512.json"), "utf8"));
    writeFileSync(more, JSON.stringify(echoes.slice(1).map((entry) => ({ ...entry, connections: 4096 }))));
    copyFileSync(fixture("limited-conn-512.json"), baseline);
    copyFileSync(fixture("limited-conn-512.json"), limited);
    const { status, stdout, stderr } = run([
      fixture("echo-ws-512.json"),
      ...copies,
      "--date",
      "2026-05-06",
      "--out",
      out,
    ]);
    for (const path of copies) rmSync(path);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /2026-05-06-httparena-echo\.json: 5 rows of axum-ws, node-websocket, fleck-net for echo/);
    assert.match(stdout, /2026-05-06-httparena-http-baseline\.json: 2 rows of axum, apollo for lookup/);
    assert.match(stdout, /2026-05-06-httparena-http-limited-conn\.json: 2 rows/);
  });

  it("says of a file that was cut off that it was", () => {
    const cut = join(out, "cut.json");
    writeFileSync(cut, readFileSync(fixture("echo-ws-512.json"), "utf8").slice(0, 700));
    const { status, stderr } = run([cut, "--out", out]);
    rmSync(cut);
    assert.equal(status, 1);
    assert.match(stderr, /^import: .*cut\.json: is of no known format: begins as JSON and is none, as if cut off/);
  });

  it("refuses words that it does not know with the usage's address", () => {
    for (const words of [
      [],
      ["--speed", "9"],
      ["--originals", fixture("oha.json")],
      [fixture("oha.json"), "--concurrency", "x"],
      [fixture("node-http.jtl"), "--comparison", "bookstore", "--users", "0"],
      ["--originals", "--users", "10"],
    ]) {
      const { status, stderr } = run(words);
      assert.equal(status, 2, words.join(" "));
      assert.match(stderr, /^import: .*\(script\/import --help\)/);
    }
  });

  it("makes rows of the bookstore of what JMeter wrote, where it is told to and how many users there were", () => {
    const words = ["--comparison", "bookstore", "--date", "2026-07-08", "--out", out];
    const { status, stdout, stderr } = run([fixture("symfony-dashboard.js"), "--users", "2000", ...words]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /2026-07-08-jmeter-dashboard-symfony\.json: 1 row of symfony for bookstore/);
    const told = run([fixture("spring-statistics.json"), ...words]);
    assert.equal(told.status, 1);
    assert.match(told.stderr, /states no number of users \(expected it to be told, as --users 2000\)/);
  });

  it("refuses a comparison whose rows are others", () => {
    const { status, stderr } = run([fixture("oha.json"), "--comparison", "chat", "--out", out]);
    assert.equal(status, 1);
    assert.match(stderr, /--comparison chat has no rows like output of oha \(JSON\) \(expected one of lookup\)/);
  });
});

describe("script/import in a checkout", () => {
  let copy;
  before(() => {
    copy = copyOfTree();
  });
  after(() => copy.remove());

  it("--originals names the command that fetches them where they are not there", () => {
    const { status, stderr } = run(["--originals"], copy.path);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^import: bench\/upstream\/tfg-webchat is not checked out.*git submodule update --init bench\/upstream\/tfg-webchat/,
    );
    assert.ok(!existsSync(join(copy.path, "data/chat/2017-01-01-tfg-webchat.json")));
  });

  it("--originals brings the study's files in as one run of their own, and the page says whose they are", () => {
    const results = join(copy.path, "bench/upstream/tfg-webchat/docs/assets/results");
    mkdirSync(results, { recursive: true });
    const text = readFileSync(fixture("tfg-webchat.json"), "utf8");
    writeFileSync(join(results, "NodeJS.json"), text);
    writeFileSync(join(results, "Vertx.json"), text.replaceAll("NodeJS", "Vertx").replaceAll("Undertow", "Netty"));
    const { status, stdout, stderr } = run(["--originals"], copy.path);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /data\/chat\/2017-01-01-tfg-webchat\.json: 14 rows of/);
    const { run: made } = JSON.parse(readFileSync(join(copy.path, "data/chat/2017-01-01-tfg-webchat.json"), "utf8"));
    assert.deepEqual(made.source.files, ["NodeJS.json", "Vertx.json"]);
    assert.equal(made.source.study, "TFG-WebChat, 2017");
  });

  it("--originals makes a run of the tables of the study behind Solace, as technologies of their own", () => {
    const tables = join(copy.path, "bench/upstream/java-solace/nodeJavaCompare.md");
    mkdirSync(dirname(tables), { recursive: true });
    copyFileSync(fixture("broker-hops.md"), tables);
    const { status, stdout, stderr } = run(["--originals", "--force"], copy.path);
    assert.equal(status, 0, stderr);
    const name = "data/relay/2018-12-03-java-solace-tables.json";
    assert.ok(stdout.includes(`${name}: 4 rows of 2018-java-solace, 2018-node-solace for relay`), stdout);
    // What is built below has the study's own figures.
    copyFileSync(join(ROOT, name), join(copy.path, name));
    rmSync(tables);
  });

  it("--originals makes a run of the bookstore's reports, as technologies of their own, and tells what is not there", () => {
    const results = join(copy.path, "bench/upstream/reactive-programming-performance/result");
    for (const service of ["spring", "symfony"]) {
      mkdirSync(join(results, service, "content/js"), { recursive: true });
      copyFileSync(fixture("symfony-dashboard.js"), join(results, service, "content/js/dashboard.js"));
      writeFileSync(join(results, service, "content/js/graph.js"), GRAPH);
    }
    const { status, stdout, stderr } = run(["--originals", "--force"], copy.path);
    assert.equal(status, 0, stderr);
    const name = "data/bookstore/2019-10-11-jmeter-dashboard.json";
    assert.match(stdout, /2 rows of 2019-spring-webflux, 2019-symfony for bookstore/);
    assert.match(stderr, /left out: .* it has no result\/\*\/content\/js\/dashboard\.js at 6ae373b/);
    const { run: made, results: rows } = JSON.parse(readFileSync(join(copy.path, name), "utf8"));
    assert.equal(made.source.study, "Vert.x against Spring Boot, 2019");
    assert.deepEqual(made.source.files, [
      "result/spring/content/js/dashboard.js",
      "result/symfony/content/js/dashboard.js",
    ]);
    const [, { users, refused_connections, latency_p99_ms }] = rows;
    assert.deepEqual([users, refused_connections, latency_p99_ms], [2000, 10, 1500]);
    // What is built below has posts that name the study's own figures.
    copyFileSync(join(ROOT, name), join(copy.path, name));
  });

  it("what it writes is built, and each comparison has its page", () => {
    const names = readdirSync(FIXTURES).filter((name) => name !== "README.md" && !NAMED_BY_POSTS.includes(name));
    for (const name of names) copyFileSync(fixture(name), join(copy.path, name));
    const { status, stderr } = run([...names, "--date", "2026-01-02"], copy.path);
    assert.equal(status, 0, stderr);
    const build = spawnSync("make", ["build"], { cwd: copy.path, encoding: "utf8" });
    assert.equal(build.status, 0, build.stdout + build.stderr);
    const page = (path) => readFileSync(join(copy.path, "_site", path, "index.html"), "utf8");
    // Of a crowd of technologies a page has those shown at first, its charts' tables have all.
    const tables = (path) => {
      const charts = join(copy.path, "_site", path, "charts");
      const names = readdirSync(charts).filter((name) => name.endsWith(".html"));
      return names.map((name) => readFileSync(join(charts, name), "utf8")).join("");
    };
    assert.match(tables(LOOKUPS), /<th scope="row">node<.*>10,387</s);
    assert.match(page(SHOOTOUT), />elixir-phoenix</);
    assert.match(page(RELAYS), /Java \(study of 2018\).*2018-12-03-java-solace-tables\.json/s);
    assert.match(tables(ECHOES), />axum-ws</);
    assert.match(page(LOOKUPS), /Akka against Node\.js, 2015<\/strong>: its figures, not ours/);
    assert.match(page(""), /TFG-WebChat, 2017/);
  });
});
