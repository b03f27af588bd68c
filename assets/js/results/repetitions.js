// Which runs repeat a technology's newest: the same plan, servers and client again, at another time or on another machine of the
// kind. Their cells are shown together. docs/decisions/runs-together.md says why.

import { areOfOneKind } from "./machine.js";

/**
 * A run and those that repeat it, as a whole: where one of its servers is another in an older run, or isn't in it, that run would stand for some
 * and not for others, and what its day was like would pass for a difference between servers. Nothing is guessed: a run that doesn't state its
 * parameters or a technology's server repeats none, and none of other cells does.
 * @param {import("./run-list.js").ListedRun} newest
 * @param {import("./run-list.js").ListedRun[]} runs of the comparison, newest first
 * @returns {import("./run-list.js").ListedRun[]} newest first
 */
export function withRepetitions(newest, runs) {
  const older = runs.slice(runs.indexOf(newest) + 1);
  const repeats = (one) =>
    areOfOneKind(machineOf(one), machineOf(newest)) && newest.technologies.every((id) => areAlike(newest, one, id));
  return [newest, ...older.filter(repeats)];
}

function areAlike(newest, older, technology) {
  const conditions = conditionsOf(newest, technology);
  return conditions !== null && conditions === conditionsOf(older, technology);
}

function machineOf({ run }) {
  return run.statement?.machine;
}

/**
 * Under what conditions a run measured a technology, as one text, without what may differ between repetitions: the client's version, and the
 * seed of the servers' order. Null where the run doesn't say.
 */
function conditionsOf({ run }, technology) {
  const { client, parameters, tools, servers, source } = run.statements.get(technology) ?? {};
  const server = servers?.find((one) => one.technology === technology);
  if (!parameters || !server || source) return null;
  const { order_seed, ...repeated } = parameters;
  return sortedJson([client.name, repeated, tools, server.versions, placesOf(run, technology)]);
}

/** The cells that a run has of a technology, each with its load. */
function placesOf({ cells }, technology) {
  const own = [...cells.values()].filter((cell) => cell.technology === technology);
  return own.map(({ dimensions, load }) => sortedJson([dimensions, load])).sort();
}

function sortedJson(value) {
  return JSON.stringify(value, (_, member) =>
    member?.constructor === Object ? Object.fromEntries(Object.entries(member).sort()) : member,
  );
}
