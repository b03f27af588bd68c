// The runs of one comparison: how links and pages name each, and which of them a page shows of each technology, and behind each broker.
// docs/decisions/the-run-that-is-shown.md says why.

import { machineKey } from "./machine.js";

const UNDATED = "undated";
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/**
 * @typedef {object} ListedRun
 * @property {import("./merge.js").Run} run
 * @property {string} id in a URL: `2026-11-21-0914`, the start in UTC
 * @property {string} name in a chart: `21 Nov 2026`, with the time where a day has several
 * @property {string[]} technologies ids of those that it has cells of
 * @property {string[]} variants of these, as `variantOf` has them
 */

/**
 * @param {import("./merge.js").Run[]} runs in the order in which they were read
 * @returns {ListedRun[]} newest first; of equally new ones the one read last is first, and the unnamed one is last
 */
export function listedRuns(runs) {
  const oldestFirst = runs.map((run) => ({ run, started: startOf(run) })).sort((a, b) => a.started - b.started);
  const dated = oldestFirst.map(({ run, started }) => ({ run, ...words(run, started, oldestFirst) }));
  const ids = toldApart(
    dated.map(({ id }) => id),
    (id, number) => `${id}-${number}`,
  );
  const names = toldApart(
    dated.map(({ name }) => name),
    (name, number) => `${name} (${number})`,
  );
  return dated.map(({ run }, i) => ({ run, id: ids[i], name: names[i], ...measuredBy(run) })).reverse();
}

function measuredBy({ cells }) {
  const variants = [...cells.values()].map(({ technology, dimensions }) => variantOf(technology, dimensions));
  return { technologies: [...new Set(variants.map(technologyOf))], variants: [...new Set(variants)] };
}

/** A technology and the words among a cell's dimensions, as one text: relays behind two brokers are measured by runs of their own. */
export function variantOf(technology, dimensions) {
  return [technology, ...dimensions.filter((value) => typeof value === "string")].join("\t");
}

/** The id of a variant's technology. */
export function technologyOf(variant) {
  return variant.split("\t")[0];
}

/** A technology as a run by itself has it: an id of its own, the technology's as `of`, and the run's name beside its own. */
export function asOfRun(technology, { id, name }) {
  return { ...technology, id: `${technology.id}@${id}`, of: technology.id, name: `${technology.name}, ${name}` };
}

/** Of bare rows that is before all others. */
function startOf({ statement }) {
  return statement ? Date.parse(statement.started_at) : Number.NEGATIVE_INFINITY;
}

/** An imported run of a published study bears the study's name. */
function words({ statement }, started, all) {
  if (!statement) return { id: UNDATED, name: UNDATED };
  const day = DAY.format(started);
  const several = all.filter((one) => one.run.statement && DAY.format(one.started) === day).length > 1;
  const time = several ? [`${TIME.format(started)} UTC`] : [];
  const [date, clock] = new Date(started).toISOString().split("T");
  return {
    id: `${date}-${clock.slice(0, 5).replace(":", "")}`,
    name: [day, ...time, ...(statement.source?.study ? [statement.source.study] : [])].join(", "),
  };
}

/** Of words that are alike, all but the first get their number. */
function toldApart(all, numbered) {
  const taken = new Map();
  return all.map((word) => {
    taken.set(word, (taken.get(word) ?? 0) + 1);
    return taken.get(word) === 1 ? word : numbered(word, taken.get(word));
  });
}

/**
 * The run that a page shows of each variant of a technology: its newest on the page's machine, or else its newest.
 * @param {ListedRun[]} runs newest first
 * @returns {Map<string, ListedRun>} by variant
 */
export function runsShown(runs) {
  const machine = pageMachine(runs);
  const there = runs.filter(({ run }) => machineKey(run.statement?.machine) === machine);
  return new Map([...newestOf(runs), ...newestOf(there)]);
}

/** That of the newest of the runs that have most technologies; undefined where no run states its machine. */
function pageMachine(runs) {
  const stated = runs.filter(({ run }) => run.statement?.machine);
  const most = Math.max(...stated.map(({ technologies }) => technologies.length));
  return machineKey(stated.find(({ technologies }) => technologies.length === most)?.run.statement.machine);
}

function newestOf(runs) {
  const newest = new Map();
  for (const run of runs) {
    for (const variant of run.variants) if (!newest.has(variant)) newest.set(variant, run);
  }
  return newest;
}
