// Which loads of requests failed, and why, in words made of what their rows count by kind. Pages, tables and pictures all have these words
// from here, as the columns `failure` and `errors` of contract 2.

import { sum } from "d3-array";
import { formatCount, withUnit } from "../format.js";

/** The part of its requests that may fail of a load that counts as done: one refused of 60,000 takes nobody out of a comparison. */
export const TOLERATED_FAILURES = 0.01;

/** What became of requests that failed, by the field that counts them. */
const KINDS = {
  timed_out_requests: "timed out",
  refused_connections: "were refused a connection",
  broken_connections: "lost their connection",
  status_errors: "got another status",
  unsent_requests: "were not sent",
};
/** Outcomes of iterations that ran to their end, and in which requests failed. */
const REQUESTS_FAILED = ["failed_requests", "requests_failed"];
/** What ended an iteration, by its outcome. */
const ENDS = { server_exited: "the server exited", database_exited: "the database exited" };

/** Fields of a row that are counted to tell it. */
export const FAILURE_COUNTS = ["requests", "failed_requests", ...Object.keys(KINDS)];

/**
 * @param {import("./merge.js").Cell} cell
 * @returns {?string} `34 % of requests timed out, 2 % were refused a connection`; null where the load did not fail, or its rows count no
 *   requests
 */
export function failureOf(cell) {
  const { iterations, outcomes, sums } = cell;
  const unfinished = unfinishedIn(cell);
  if (sums.requests === null || unfinished === 0) return null;
  const ends = Object.keys(ENDS)
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => `${ENDS[outcome]} in ${outcomes[outcome]} of ${iterations.length} iterations`);
  const reasons = [...ends, requestWords(sums)].filter(Boolean);
  return reasons.join("; ") || `${unfinished} of ${iterations.length} iterations unfinished`;
}

/**
 * @param {import("./merge.js").Cell} cell
 * @returns {?string} `1 of 60,000 requests failed`, of a load that did not fail; null where all were answered as they should be
 */
export function errorsOf(cell) {
  const { requests, failed_requests: failed } = cell.sums;
  if (!toleratesErrors(cell) || failed === 0 || unfinishedIn(cell) > 0) return null;
  return `${formatCount(failed)} of ${formatCount(requests)} requests failed`;
}

/**
 * @param {import("./merge.js").Cell} cell
 * @returns {number} iterations whose outcome is given and is not `complete`, without those in which no more requests failed than are
 *   tolerated of the whole load
 */
export function unfinishedIn(cell) {
  const tolerated = toleratesErrors(cell) ? REQUESTS_FAILED : [];
  return sum(Object.entries(cell.outcomes), ([outcome, count]) => (tolerated.includes(outcome) ? 0 : count));
}

function toleratesErrors({ sums: { requests, failed_requests: failed } }) {
  return requests > 0 && failed !== null && failed <= TOLERATED_FAILURES * requests;
}

/** The kinds that there are, the most frequent first; where none is counted, all that failed. */
function requestWords(sums) {
  const kinds = Object.keys(KINDS).filter((field) => sums[field] > 0);
  const counted = kinds.length > 0 ? kinds : ["failed_requests"].filter((field) => sums[field] > 0);
  const all = sum([sums.requests, sums.unsent_requests]);
  return counted
    .sort((a, b) => sums[b] - sums[a])
    .map((field, i) => `${shareWords(sums[field], all)}${i === 0 ? " of requests" : ""} ${KINDS[field] ?? "failed"}`)
    .join(", ");
}

/** A part in whole percent; neither nothing nor all where it isn't. */
function shareWords(part, all) {
  const percent = (100 * part) / all;
  if (percent < 1) return withUnit("<1", "%");
  return withUnit(percent > 99 && part < all ? ">99" : String(Math.round(percent)), "%");
}
