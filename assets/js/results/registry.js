// Checks what data/*.yml declare (comparisons, metrics, technologies, spare looks) against schema/registry.json and against each other,
// so that everything after may rely on them.

import { dotted } from "./faults.js";
import { schemaFaults } from "./schema-faults.js";
import { insteadOf, quote } from "./words.js";

export const REGISTRIES = ["comparisons", "metrics", "technologies", "palette"];
/** What a site calls other data, so that no comparison may. */
const RESERVED = [...REGISTRIES, "result_files", "result_runs", "data_packages", "processes", "server_facts"];
const WHOLE = "a required whole number of the row";
const WORD = "a required word of the row";

/**
 * @param {Object<string, *>} registry what the four files hold, by their names
 * @param {string} folder in which they are, as messages have it
 * @param {import("./read.js").Schemas} schemas
 * @returns {string[]} what is wrong
 */
export function registryFaults(registry, folder, schemas) {
  const ofSchema = REGISTRIES.flatMap((name) => {
    const validate = schemas.validators[name];
    if (validate(registry[name])) return [];
    return schemaFaults(validate.errors).map(({ keys, what }) => told(folder, name, dotted(keys), what));
  });
  return ofSchema.length > 0 ? ofSchema : new References(registry, folder, schemas).faults();
}

function told(folder, name, place, what) {
  return [`${folder}/${name}.yml`, ...(place ? [place] : []), what].join(": ");
}

class References {
  constructor(registry, folder, { definitions }) {
    Object.assign(this, { registry, folder, definitions });
    this.fields = [...new Set(Object.values(definitions).flatMap(({ properties }) => Object.keys(properties)))];
    this.found = [];
  }

  faults() {
    const { comparisons, metrics } = this.registry;
    for (const name of ["comparisons", "metrics", "technologies"]) this.checkIds(name);
    for (const [i, metric] of metrics.entries()) this.checkMetric(metric, `[${i}]`);
    for (const [i, comparison] of comparisons.entries()) this.checkComparison(comparison, `[${i}]`);
    return this.found;
  }

  tell(name, place, what) {
    this.found.push(told(this.folder, name, place, what));
  }

  ids(name) {
    return this.registry[name].map(({ id }) => id);
  }

  checkIds(name) {
    const ids = this.ids(name);
    ids.forEach((id, i) => {
      if (ids.indexOf(id) < i) this.tell(name, `[${i}].id`, `${quote(id)} is there twice (expected each id once)`);
    });
  }

  checkMetric(metric, place) {
    if (metric.derived) this.checkFormula(metric, place);
    else {
      for (const [statistic, field] of Object.entries(metric.statistics))
        this.checkField(field, `${place}.statistics.${statistic}`);
    }
    if (metric.instead_of)
      this.checkKnown("metrics", `${place}.instead_of`, metric.instead_of, this.ids("metrics"), "a metric");
  }

  /** A field that is made of others has one name, and no file has it. */
  checkFormula({ statistics, derived }, place) {
    const names = Object.values(statistics);
    if (names.length !== 1 || this.fields.includes(names[0])) {
      const what = `is ${names.join(", ")} (expected one field, none of schema/result.json)`;
      this.tell("metrics", `${place}.statistics`, what);
    }
    for (const field of [...derived.times, ...derived.per].flat()) this.checkField(field, `${place}.derived`);
  }

  checkField(field, place) {
    this.checkKnown("metrics", place, field, this.fields, "a field of schema/result.json");
  }

  checkComparison(comparison, place) {
    const { id, row, metrics, shown = [], scoreboard = [] } = comparison;
    if (RESERVED.includes(id)) {
      this.tell("comparisons", `${place}.id`, `${quote(id)} is taken (expected none of ${RESERVED.join(", ")})`);
    }
    const rows = Object.keys(this.definitions);
    if (this.checkKnown("comparisons", `${place}.row`, row, rows, "a row of schema/result.json"))
      this.checkRowFields(comparison, place);
    metrics.forEach((metric, i) => {
      const where = `${place}.metrics[${i}]`;
      this.checkKnown("comparisons", where, metric, this.ids("metrics"), `a metric of ${this.folder}/metrics.yml`);
    });
    shown.forEach((technology, i) => {
      this.checkTechnology(technology, `${place}.shown[${i}]`);
    });
    scoreboard.forEach((column, i) => {
      this.checkScoreboardColumn(column, comparison, `${place}.scoreboard[${i}]`);
    });
  }

  checkTechnology(id, place) {
    const what = `a technology of ${this.folder}/technologies.yml`;
    this.checkKnown("comparisons", place, id, this.ids("technologies"), what);
  }

  /** Of a column's figure the place is whole; of a load that is carried, all but the load. */
  checkScoreboardColumn(column, { dimensions }, place) {
    const { metric, statistic, comparison, relative_to: whole, at, limit, search } = column;
    const metrics = this.ids("metrics");
    const what = `a metric of ${this.folder}/metrics.yml`;
    if (!metric || !this.checkKnown("comparisons", `${place}.metric`, metric, metrics, what)) return;
    const statistics = Object.keys(this.registry.metrics[metrics.indexOf(metric)].statistics);
    if (statistic)
      this.checkKnown("comparisons", `${place}.statistic`, statistic, statistics, `a statistic of ${metric}`);
    if (whole) this.checkTechnology(whole, `${place}.relative_to`);
    if (search) this.checkElsewhere(search, `${place}.search`);
    if (comparison) this.checkElsewhere(column, place);
    else this.checkPlace(at, limit ? dimensions.slice(0, -1) : dimensions, `${place}.at`);
  }

  /** A cell of another comparison. */
  checkElsewhere({ comparison, at }, place) {
    const ids = this.ids("comparisons");
    const what = `a comparison of ${this.folder}/comparisons.yml`;
    if (this.checkKnown("comparisons", `${place}.comparison`, comparison, ids, what))
      this.checkPlace(at, this.registry.comparisons[ids.indexOf(comparison)].dimensions, `${place}.at`);
  }

  /** A place gives a value of each of the dimensions, and of no others. */
  checkPlace(at, dimensions, place) {
    const wanted = dimensions.map(({ id }) => id);
    if (this.checkGiven(Object.keys(at), wanted, place))
      for (const dimension of dimensions) this.checkValue(dimension, at[dimension.id], `${place}.${dimension.id}`);
  }

  checkValue({ id, words }, value, place) {
    if (words) this.checkKnown("comparisons", place, String(value), Object.keys(words), `a word of ${id}`);
    else if (!Number.isInteger(value))
      this.tell("comparisons", place, `${quote(value)} is not a whole number (expected one)`);
  }

  /** All of the names wanted are given, and no others. */
  checkGiven(given, wanted, place) {
    if (given.length === wanted.length && wanted.every((name) => given.includes(name))) return true;
    const [found, expected] = [given, wanted].map((names) => names.join(", ") || "nothing");
    this.tell("comparisons", place, `gives ${found} (expected ${expected})`);
    return false;
  }

  /** Cells are made of fields that every row has, as whole numbers, or as words that all have names. Load grows along the last. */
  checkRowFields({ row, dimensions, axes }, place) {
    const { required, properties } = this.definitions[row];
    const whole = required.filter((field) => properties[field].type === "integer" && field !== "iteration");
    const worded = required.filter((field) => properties[field].enum);
    dimensions.forEach(({ id, words }, i) => {
      const where = `${place}.dimensions[${i}]`;
      const isWord = words && i < dimensions.length - 1;
      if (!this.checkKnown("comparisons", `${where}.id`, id, ...(isWord ? [worded, WORD] : [whole, WHOLE]))) return;
      if (isWord) this.checkGiven(Object.keys(words), properties[id].enum, `${where}.words`);
    });
    axes.forEach(({ product }, i) => {
      for (const field of product) this.checkKnown("comparisons", `${place}.axes[${i}].product`, field, whole, WHOLE);
    });
  }

  checkKnown(name, place, word, known, what) {
    if (known.includes(word)) return true;
    this.tell(name, place, `${quote(word)} is not ${what} (${insteadOf(word, known)})`);
    return false;
  }
}
