// The foreign formats that can be imported (docs/import.md), for script/import and for files dropped onto a page.

import { httpArenaEcho, httpArenaHttp } from "./httparena.js";
import { jmeter } from "./jmeter.js";
import { jmeterDashboard } from "./jmeter-dashboard.js";
import { jtl } from "./jtl.js";
import { k6 } from "./k6.js";
import { oha } from "./oha.js";
import { solaceTables } from "./solace-tables.js";
import { solaceTrials } from "./solace-trials.js";
import { tfgWebchat } from "./tfg-webchat.js";
import { jsonOf } from "./values.js";
import { websocketBench } from "./websocket-bench.js";
import { wrkTable } from "./wrk-table.js";

/**
 * @typedef {object} Adapter
 * @property {string} id
 * @property {string} name of the format, for people
 * @property {string} comparison that its figures belong to
 * @property {string[]} [alsoFor] other comparisons whose rows it makes where the origin asks for them
 * @property {boolean} [isStudy] whether each file is of one load and many technologies, so that several are one run
 * @property {(fileName: string) => string} [partOf] of a study of several, which one a file is of
 * @property {(text: string, fileName: string) => boolean} recognises whether a text is of its format; never throws
 * @property {(text: string, origin: import("./run.js").Origin) => object} read a recognised text as a result file
 *   (contract 1), which is still to be checked; throws a ForeignFault where it can't
 */

/** @type {Adapter[]} */
export const adapters = [
  tfgWebchat,
  wrkTable,
  websocketBench,
  jmeter,
  jmeterDashboard,
  jtl,
  k6,
  oha,
  solaceTrials,
  solaceTables,
  httpArenaEcho,
  httpArenaHttp,
];

/**
 * The adapter that knows a foreign file's format; undefined if none does.
 * @param {string} text
 * @param {string} fileName
 * @returns {Adapter|undefined}
 */
export function identify(text, fileName) {
  return adapters.find((adapter) => adapter.recognises(text, fileName));
}

/**
 * What to say of a text that no adapter knows.
 * @param {string} text
 * @returns {string}
 */
export function whyUnknown(text) {
  const names = adapters.map(({ name }) => name).join("; ");
  const cut = /^\uFEFF?\s*[[{]/.test(text) && jsonOf(text) === undefined;
  const found = cut ? "is of no known format: begins as JSON and is none, as if cut off" : "is of no known format";
  return `${found} (expected one of: ${names})`;
}
