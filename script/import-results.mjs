// Turns files that other tools wrote into result files: reads all of them, checks what they make as the build does, and writes
// only if nothing is at fault. The formats are in assets/js/import/.

import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse as parseYaml } from "yaml";
import { adapters, identify, whyUnknown } from "../assets/js/import/adapters.js";
import { combine } from "../assets/js/import/combine.js";
import { nameOf, textOf } from "../assets/js/import/place.js";
import { ForeignFault } from "../assets/js/import/run.js";
import { checkResultFile } from "../assets/js/results/check.js";
import { STUDIES } from "./originals.mjs";
import { compileSchemas } from "./schemas.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const USAGE = `Usage: script/import FILE... [options]
       script/import --originals [options]

Turns files that other tools wrote into result files under data/. Files of one format and technology become one
run. A document with several outputs of websocket-bench is one too, where a heading above each names its server; HttpArena's
files keep their names, which say of what profile they are. Known formats:
${adapters.map(({ name, comparison, alsoFor = [] }) => `  ${name}, for ${[comparison, ...alsoFor].join(" or ")}`).join("\n")}

  --technology ID     whose figures they are, where the file names none or another
  --prefix WORD       goes before all technologies, to tell those of a study from ours: 2016 makes 2016-cpp of cpp
  --comparison NAME   another comparison than the format's own: one with the same kind of rows, or one that the format names
  --concurrency N     requests at once, where the file does not say
  --users N           users at once, likewise
  --date DATE         when it was measured, 2026-11-21 or 2026-11-21T10:00:00Z, where the file does not say
  --out FOLDER        where to write, instead of data/COMPARISON
  --force             replace files that are there
  --originals         the figures that earlier studies published, from their submodules in bench/upstream/`;

/** What ends the command, told as it is. */
class Refusal extends Error {
  constructor(faults, status = 1) {
    super(faults.join("\n"));
    this.faults = faults;
    this.status = status;
  }
}

function readOptions() {
  const string = { type: "string" };
  const flag = { type: "boolean", default: false };
  const options = {
    technology: string,
    prefix: string,
    comparison: string,
    concurrency: string,
    users: string,
    date: string,
    out: string,
    force: flag,
    originals: flag,
    help: flag,
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    checkCount(values, "concurrency", "requests at once");
    checkCount(values, "users", "users at once");
    if (!values.help && values.originals === positionals.length > 0) throw new Error("expected files, or --originals");
    for (const name of ["technology", "comparison", "concurrency", "users"])
      if (values.originals && values[name]) throw new Error(`--originals takes no --${name}: the studies say it`);
    return { ...values, files: positionals };
  } catch (error) {
    throw new Refusal([`${error.message} (script/import --help)`], 2);
  }
}

function checkCount(values, name, what) {
  if (values[name] === undefined || /^[1-9]\d*$/.test(values[name])) return;
  throw new Error(`--${name} ${values[name]} is not a whole number (expected ${what}, >= 1)`);
}

/** The files that are to be read, each with what is known of it. */
function filesOf(options) {
  if (options.originals) return originals();
  const { technology, comparison } = options;
  const [concurrency, users] = [options.concurrency, options.users].map((count) => count && Number(count));
  return options.files.map((path) => ({ path, known: { technology, comparison, concurrency, users } }));
}

/** Those of the studies that are checked out; the others are told. */
function originals() {
  const found = STUDIES.map((study) => ({ ...study, entries: study.filesIn(join(root, study.submodule)) }));
  const absent = found
    .filter(({ entries }) => entries.length === 0)
    .map(({ submodule, files }) => {
      const fault = `${submodule} is not checked out: it has no ${files}`;
      return `${fault} (git submodule update --init ${submodule} fetches it)`;
    });
  if (absent.length === STUDIES.length) throw new Refusal(absent);
  for (const words of absent) console.error(`import: left out: ${words}`);
  return found.flatMap(({ entries }) => entries);
}

/** A foreign file as its adapter reads it: `{path, adapter, document, comparison}`, or `{fault}`. */
function readForeign({ path, bytes = () => readFileSync(path), known }, options) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes());
    const adapter = identify(text, path);
    if (!adapter) return { fault: `${path}: ${whyUnknown(text)}` };
    const origin = { fileName: path, ...datesOf(path, options), ...known };
    return { path, adapter, document: prefixed(adapter.read(text, origin), options), comparison: known.comparison };
  } catch (error) {
    if (error instanceof ForeignFault) return { fault: `${path}: ${error.message}` };
    if (error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      return { fault: `${path}: is not UTF-8 (expected a UTF-8 file)` };
    if (error.code) return { fault: `${path}: can't be read: ${error.message}` };
    throw error;
  }
}

/** Result files tell technologies apart by their ids alone. */
function prefixed(document, { prefix }) {
  if (!prefix) return document;
  const called = (rows) => rows?.map((row) => ({ ...row, technology: `${prefix}-${row.technology}` }));
  const { run, results, series } = document;
  const notes = [...run.notes, `${prefix}- before a technology's id was given at the import.`];
  return { ...document, run: { ...run, notes }, results: called(results), ...(series && { series: called(series) }) };
}

function datesOf(path, { date }) {
  return {
    startedAt: /^\d{4}-\d\d-\d\d$/.test(date ?? "") ? `${date}T00:00:00Z` : date,
    lastModified: statSync(path).mtime.toISOString().replace(/\.\d+/, ""),
  };
}

/** Those that make one run: of one format and of the same technologies, or of one day of a whole study. */
function grouped(foreign, wholeStudy) {
  const groups = new Map();
  for (const one of foreign) {
    const key = [formatOf(one), ...(wholeStudy ? [one.document.run.started_at] : technologiesIn(one))].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** What tells the runs of a format apart; nothing where each file is of many technologies. */
function technologiesIn({ adapter, document }) {
  return adapter.isStudy ? [] : new Set(document.results.map(({ technology }) => technology));
}

/** A file's format, and which of its studies it is of if there are several. */
function formatOf({ path, adapter }) {
  return [adapter.id, ...(adapter.partOf ? [adapter.partOf(path)] : [])].join("-");
}

/** The comparison that a format's figures go to. */
function comparisonOf(adapter, wanted, comparisons) {
  const own = comparisons.find(({ id }) => id === adapter.comparison);
  const fitting = comparisons.filter(({ id, row }) => row === own.row || adapter.alsoFor?.includes(id));
  const chosen = fitting.find(({ id }) => id === (wanted ?? own.id));
  if (chosen) return chosen;
  const known = fitting.map(({ id }) => id).join(", ");
  throw new Refusal([`--comparison ${wanted} has no rows like ${adapter.name} (expected one of ${known})`]);
}

/** What a group becomes: `{target, text, document, comparison}`, or `{faults}`. */
function planned(group, options, comparisons, schemas) {
  const [{ adapter, comparison: wanted }] = group;
  const comparison = comparisonOf(adapter, wanted, comparisons);
  const document = combine(
    group.map((one) => one.document),
    comparison.dimensions.map(({ id }) => id),
  );
  const folder = options.out ?? join(root, "data", comparison.id);
  const target = shown(resolve(folder, nameOf(document, formatOf(group[0]))));
  const text = textOf(document);
  const { faults } = checkResultFile(target, new TextEncoder().encode(text), comparison, { schemas });
  const sources = group.map(({ path }) => path).join(", ");
  if (faults.length > 0) return { faults: faults.map((fault) => `${sources}: makes no result file: ${fault}`) };
  if (existsSync(target) && !options.force) return { faults: [`${target}: is there already (--force replaces it)`] };
  return { target, text, document, comparison: comparison.id };
}

/** A path from here, where it is below. */
function shown(path) {
  const below = relative(process.cwd(), path);
  return below.startsWith("..") ? path : below;
}

function write({ target, text }) {
  mkdirSync(dirname(target), { recursive: true });
  const aside = `${target}.partial`;
  writeFileSync(aside, text);
  renameSync(aside, target);
}

/** What was written, and what was assumed, each note once. */
function tell(plans) {
  for (const { target, document, comparison } of plans) {
    const technologies = [...new Set(document.results.map(({ technology }) => technology))];
    const rows = document.results.length === 1 ? "1 row" : `${document.results.length} rows`;
    console.log(`${target}: ${rows} of ${technologies.join(", ")} for ${comparison}`);
  }
  console.log("Assumed, as run.notes say:");
  for (const note of new Set(plans.flatMap(({ document }) => document.run.notes))) console.log(`- ${note}`);
}

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const foreign = filesOf(options).map((file) => readForeign(file, options));
  const unread = foreign.flatMap(({ fault }) => fault ?? []);
  if (unread.length > 0) throw new Refusal(unread);

  const schemas = compileSchemas(root);
  const comparisons = parseYaml(readFileSync(join(root, "data/comparisons.yml"), "utf8"));
  const plans = grouped(foreign, options.originals).map((group) => planned(group, options, comparisons, schemas));
  const targets = plans.map(({ target }) => target);
  const twice = targets.filter((target, i) => target && targets.indexOf(target) < i);
  const faults = [
    ...plans.flatMap((plan) => plan.faults ?? []),
    ...twice.map(
      (target) => `${target}: is what several of these files would become (import them one at a time, with --out)`,
    ),
  ];
  if (faults.length > 0) throw new Refusal(faults);

  plans.forEach(write);
  tell(plans);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  for (const fault of error.faults) console.error(`import: ${fault}`);
  process.exitCode = error.status;
}
