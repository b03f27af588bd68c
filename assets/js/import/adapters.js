// The foreign formats that can be imported (docs/import.md), for script/import and for files dropped onto a page.

import { jmeter } from "./jmeter.js";
import { k6 } from "./k6.js";
import { oha } from "./oha.js";
import { solaceTrials } from "./solace-trials.js";
import { tfgWebchat } from "./tfg-webchat.js";
import { websocketBench } from "./websocket-bench.js";
import { wrkTable } from "./wrk-table.js";

/**
 * @typedef {object} Adapter
 * @property {string} id
 * @property {string} name of the format, for people
 * @property {string} comparison that its figures belong to
 * @property {(text: string, fileName: string) => boolean} recognises whether a text is of its format; never throws
 * @property {(text: string, origin: import("./run.js").Origin) => object} read a recognised text as a result file
 *   (contract 1), which is still to be checked; throws a ForeignFault where it can't
 */

/** @type {Adapter[]} */
export const adapters = [tfgWebchat, wrkTable, websocketBench, jmeter, k6, oha, solaceTrials];

/**
 * The adapter that knows a foreign file's format; undefined if none does.
 * @param {string} text
 * @param {string} fileName
 * @returns {Adapter|undefined}
 */
export function identify(text, fileName) {
  return adapters.find((adapter) => adapter.recognises(text, fileName));
}
