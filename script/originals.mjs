// The figures that studies published before this one, as far as their submodules are checked out: which files, and what is known of each
// besides.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The services of the bookstore of 2019, as technologies of their own: none of ours is one of them. */
const BOOKSTORES = { spring: "2019-spring-webflux", vertx: "2019-vertx-web", symfony: "2019-symfony" };
/**
 * Its two runs, of which its text quotes a figure each. The reports of the first are in the submodule's history alone. The thresholds of Apdex are in
 * the reports, and so are errors; the load is as its stress_test.jmx at that commit has it.
 */
const BOOKSTORE_RUNS = [
  {
    commit: "6ae373b",
    startedAt: "2019-10-04T00:00:00Z",
    users: 65000,
    load: "65,000 users within 120 s, a list each: 542 a second arrive, whatever the server does",
  },
  {
    startedAt: "2019-10-11T00:00:00Z",
    users: 2000,
    load: "2,000 users within 20 s, 30 lists each, one after the other",
  },
];
/** What its test plan calls the list. */
const LISTS = "HP";

/**
 * @typedef {object} Study
 * @property {string} submodule relative to the repository
 * @property {string} files what of it is read, for people
 * @property {(folder: string) => Entry[]} filesIn its checkout
 *
 * @typedef {object} Entry
 * @property {string} path
 * @property {() => ?Buffer} [bytes] the file's, where they are not those at the path
 * @property {object} known what of an Origin (import/run.js) the study says
 */

/** @type {Study[]} */
export const STUDIES = [
  {
    submodule: "bench/upstream/tfg-webchat",
    files: "docs/assets/results/*.json",
    filesIn: (folder) => jsonFilesIn(join(folder, "docs/assets/results")).map((path) => ({ path, known: {} })),
  },
  {
    submodule: "bench/upstream/java-solace",
    files: "nodeJavaCompare.md",
    filesIn: (folder) => [join(folder, "nodeJavaCompare.md")].filter(existsSync).map((path) => ({ path, known: {} })),
  },
  ...BOOKSTORE_RUNS.map((run) => ({
    submodule: "bench/upstream/reactive-programming-performance",
    files: `result/*/content/js/dashboard.js${run.commit ? ` at ${run.commit}` : ""}`,
    filesIn: (folder) => bookstoresIn(folder, run),
  })),
];

function jsonFilesIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return names.sort().map((name) => join(folder, name));
}

function bookstoresIn(folder, run) {
  const reports = Object.keys(BOOKSTORES).map((service) => bookstoreReport(folder, service, run));
  return reports.filter(({ bytes }) => bytes() !== null);
}

function bookstoreReport(folder, service, { commit, startedAt, users, load }) {
  const name = `result/${service}/content/js/dashboard.js`;
  const bytesOf = (path) => (commit ? bytesAt(commit, folder, path) : bytesNow(join(folder, path)));
  return {
    path: join(folder, name),
    bytes: () => bytesOf(name),
    known: {
      sourceName: commit ? `${commit}:${name}` : name,
      technology: BOOKSTORES[service],
      comparison: "bookstore",
      users,
      startedAt,
      graph: { text: bytesOf(name.replace("dashboard.js", "graph.js"))?.toString() ?? "", label: LISTS },
      study: { name: "Vert.x against Spring Boot, 2019", notes: notesOf(load) },
    },
  };
}

function notesOf(load) {
  return [
    `${load}, over MongoDB on a laptop with Windows, as the study says. One clean-up and one book added are among the samples.`,
    "The day is that of the reports' pages.",
  ];
}

function bytesNow(path) {
  return existsSync(path) ? readFileSync(path) : null;
}

/** A file's bytes at a commit; null where it is not there, or the checkout is without its history. */
function bytesAt(commit, folder, path) {
  const { status, stdout } = spawnSync("git", ["-C", folder, "show", `${commit}:${path}`]);
  return status === 0 ? stdout : null;
}
