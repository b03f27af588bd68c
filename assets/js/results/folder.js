// Reads a data folder whole: finds its result files, reads each into the comparison that it belongs to, merges them. Nothing is passed
// over in silence: a file that is no result file and not expected is a fault.

import { rulesOn } from "./check.js";
import { fittingComparisons, metricFields } from "./comparison.js";
import { told } from "./faults.js";
import { MergedFiles } from "./merge.js";
import { parsedJson, readText } from "./read.js";
import { registryFaults } from "./registry.js";
import { schemaFaults } from "./schema-faults.js";
import { readServerFacts } from "./server-facts.js";
import { decode } from "./text.js";

const ENDINGS = [".tsv", ".json"];
const RUN_ENDING = ".run.json";
const SERVER_FACTS = "servers.json";
/** Files of editors and of writers that have not finished yet. */
const IGNORED = /(?:~|\.partial|^#.*#|^README\.md)$/;

/**
 * @typedef {object} Folder
 * @property {string} name in messages and links, such as `data`
 * @property {string[]} paths of the files and links below it, sorted, without those whose name or folder begins with a dot
 * @property {function(string): ("file"|"folder"|"nothing")} kindOf what is at a path, a link followed
 * @property {function(string): Uint8Array} read throws an Error where the file can't be read
 *
 * @typedef {object} FolderRead
 * @property {string[]} faults in the order of the files and of the places in them
 * @property {string[]} doubts likewise
 * @property {Map<string, string[]>} doubtsOf those of each file
 * @property {Map<string, MergedFiles>} merged by the comparison's id
 * @property {?object} serverFacts as `readServerFacts` gives them
 */

/**
 * @param {Folder} folder
 * @param {import("./comparison.js").Registry} registry
 * @param {{schemas: import("./read.js").Schemas, now?: Date}} context `now`: by which dates of the future are told
 * @returns {FolderRead}
 */
export function readFolder(folder, registry, { schemas, now = new Date() }) {
  const ofRegistry = registryFaults(registry, folder.name, schemas);
  const reader = new FolderReader(folder, registry, { schemas, now });
  return ofRegistry.length > 0 ? reader.outcome(ofRegistry) : reader.readAll();
}

class FolderReader {
  constructor(folder, registry, { schemas, now }) {
    Object.assign(this, { folder, registry, schemas });
    this.known = { schemas, now, technologies: registry.technologies.map(({ id }) => id) };
    this.found = new Map();
    this.merged = new Map();
    this.serverFacts = null;
  }

  readAll() {
    const { comparisons } = this.registry;
    this.merged = new Map(comparisons.map((one) => [one.id, new MergedFiles(one, metricFields(one, this.registry))]));
    for (const path of this.folder.paths.filter((one) => !this.isPassedOver(one))) this.take(path);
    if (this.folder.paths.includes(SERVER_FACTS)) this.takeServerFacts();
    return this.outcome([]);
  }

  /** @param {string[]} faults that were told before any file was read */
  outcome(faults) {
    const all = [...this.found].sort(([one], [other]) => (one < other ? -1 : 1));
    const words = all.map(([path, found]) => [path, told(path, found, () => this.textOf(path))]);
    return {
      faults: [...faults, ...words.flatMap(([, one]) => one.faults)],
      doubts: words.flatMap(([, { doubts }]) => doubts),
      doubtsOf: new Map(words.map(([path, { doubts }]) => [path, doubts])),
      merged: this.merged,
      serverFacts: this.serverFacts,
    };
  }

  shown(path) {
    return `${this.folder.name}/${path}`;
  }

  /** The text of a file that has been read before. */
  textOf(shown) {
    return decode(shown, this.folder.read(shown.slice(this.folder.name.length + 1))).text;
  }

  tell(shown, faults) {
    if (faults.length > 0) this.found.set(shown, [...(this.found.get(shown) ?? []), ...faults]);
  }

  isPassedOver(path) {
    if (IGNORED.test(path.split("/").at(-1)) || path === SERVER_FACTS) return true;
    if (path.endsWith(RUN_ENDING) && this.folder.kindOf(tableOf(path)) === "file") return true;
    return !path.includes("/") && /\.ya?ml$/.test(path);
  }

  take(path) {
    const shown = this.shown(path);
    const refusal = this.refusal(path);
    if (refusal) return this.tell(shown, [{ where: shown, what: refusal }]);
    const { text, fault } = this.decoded(path);
    if (fault) return this.tell(shown, [fault]);
    const { comparison, faults: unplaced } = this.comparisonOf(path, shown, text);
    if (!comparison) return this.tell(shown, unplaced);
    const { result, faults } = readText(shown, text, comparison.row, this.schemas);
    this.tell(shown, faults);
    const isStated = this.takeRun(path, result);
    if (!result || !isStated) return;
    this.tell(shown, rulesOn(result, comparison, this.known));
    this.tell(shown, this.merged.get(comparison.id).add(result));
  }

  decoded(path) {
    const shown = this.shown(path);
    try {
      return decode(shown, this.folder.read(path));
    } catch ({ message }) {
      return { text: null, fault: { where: shown, what: `cannot be read: ${message}` } };
    }
  }

  /** NAME.run.json, which stands beside NAME.tsv and holds its run. @returns {boolean} false where it is at fault */
  takeRun(path, result) {
    const beside = path.replace(/\.tsv$/, RUN_ENDING);
    if (!path.endsWith(".tsv") || this.folder.kindOf(beside) !== "file") return true;
    const shown = this.shown(beside);
    const { text, fault } = this.decoded(beside);
    const { document, faults } = fault ? { faults: [fault] } : parsedJson(shown, text);
    const { run_file: validate } = this.schemas.validators;
    const found = faults.length > 0 || validate(document) ? faults : schemaFaults(validate.errors);
    this.tell(shown, found);
    if (result && found.length === 0) result.run = document.run;
    return found.length === 0;
  }

  takeServerFacts() {
    const shown = this.shown(SERVER_FACTS);
    const { text, fault } = this.decoded(SERVER_FACTS);
    if (fault) return this.tell(shown, [fault]);
    const { facts, faults } = readServerFacts(shown, text, this.registry, this.schemas);
    this.serverFacts = facts;
    this.tell(shown, faults);
  }

  /** What keeps a path from being read at all; null where nothing does. */
  refusal(path) {
    const ending = /\.[^./]+$/.exec(path)?.[0] ?? "";
    const kind = this.folder.kindOf(path);
    if (path.endsWith(RUN_ENDING)) {
      return `has no ${tableOf(path).split("/").at(-1)} beside it (expected the TSV whose run it is)`;
    }
    if (kind === "folder") return "is a link to a folder (expected result files or a real folder)";
    if (ENDINGS.includes(ending)) return kind === "file" ? null : "is a link to nothing (expected a result file)";
    const lower = ending.toLowerCase();
    if (ENDINGS.includes(lower)) return `ends in ${ending} (expected ${lower}, in lower case)`;
    return `is not a result file (expected ${this.schemas.hints[lower] ?? ".tsv or .json"})`;
  }

  /**
   * By the folder; for a file directly in the data folder, by the dimensions that its rows carry. Of comparisons that have the same,
   * it is the one that comparisons.yml names first.
   */
  comparisonOf(path, shown, text) {
    if (!path.includes("/")) return this.comparisonOfFields(shown, text);
    const [id] = path.split("/");
    const { comparisons } = this.registry;
    const comparison = comparisons.find((one) => one.id === id);
    if (comparison) return { comparison };
    const known = comparisons.map((one) => one.id).join(", ");
    const what = `${id} is not a comparison (expected one of ${known}, as in comparisons.yml)`;
    return { faults: [{ where: shown, what }] };
  }

  comparisonOfFields(shown, text) {
    const { names, faults } = fieldsOf(shown, text);
    if (faults.length > 0) return { faults };
    const best = fittingComparisons(names, this.registry, this.schemas.definitions);
    const ids = ({ dimensions }) => dimensions.map(({ id }) => id);
    if (new Set(best.map((one) => ids(one).sort().join())).size === 1) return { comparison: best[0] };
    const owners = best.map(({ id }) => id).join(" and ") || "no comparison";
    const wanted = this.registry.comparisons.map((one) => `${ids(one).join(" and ")} for ${one.id}`).join("; ");
    const what = `has the dimensions of ${owners} (expected those of one: ${wanted})`;
    return { faults: [{ where: shown, what }] };
  }
}

/** The names of a TSV's columns, or of the fields of a JSON file's first row, without judging them. */
function fieldsOf(shown, text) {
  if (!shown.endsWith(".json")) return { names: text.slice(0, text.search(/\r?\n|$/)).split("\t"), faults: [] };
  const { document, faults } = parsedJson(shown, text);
  return { names: Object.keys(document?.results?.[0] ?? {}), faults };
}

function tableOf(path) {
  return path.replace(/\.run\.json$/, ".tsv");
}
