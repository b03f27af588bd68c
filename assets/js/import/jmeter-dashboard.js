// JMeter's dashboard, the file content/js/dashboard.js of its HTML report: the tables of Apdex, statistics and errors that its page shows,
// each as JSON in a call. It says what statistics.json does, and besides Apdex and what the errors were.

import { APDEX_THRESHOLDS } from "./apdex.js";
import { BOOKSTORE } from "./bookstore.js";
import { ERROR_KINDS, errorKind } from "./jmeter-errors.js";
import { percentilesOf } from "./jmeter-graph.js";
import { documentOfTotal } from "./jmeter-total.js";
import { ForeignFault } from "./run.js";
import { isObject, jsonOf, neededFigure } from "./values.js";

/** The keys of statistics.json for the heads of the table that has the same; versions of JMeter call failed samples KO or FAIL. */
const KEYS = {
  Label: "transaction",
  "#Samples": "sampleCount",
  KO: "errorCount",
  FAIL: "errorCount",
  Average: "meanResTime",
  Min: "minResTime",
  Max: "maxResTime",
  Median: "medianResTime",
  "90th pct": "pct1ResTime",
  "95th pct": "pct2ResTime",
  "99th pct": "pct3ResTime",
  "Transactions/s": "throughput",
};
const UNAVAILABLE = /^503(?:\/|$)/;

export const jmeterDashboard = {
  id: "jmeter-dashboard",
  name: "JMeter's dashboard.js",
  comparison: "lookup",
  alsoFor: [BOOKSTORE],

  recognises(text) {
    return text.includes('createTable($("#statisticsTable"), {');
  },

  read(text, origin) {
    const [apdex, statistics, errors] = ["apdexTable", "statisticsTable", "errorsTable"].map((id) => tableIn(text, id));
    const total = statisticsOf(overallOf(statistics));
    const counts = errorCounts(errors, neededFigure(total, "errorCount", "Total"));
    return documentOfTotal(jmeterDashboard, origin, {
      total,
      labels: rowsOf(statistics).map(statisticsOf),
      ending: /-?dashboard$/i,
      percentiles: origin.graph && percentilesOf(origin.graph.text, origin.graph.label),
      ofBookstore: { ...counts, ...apdexFigure(overallOf(apdex)) },
      notes: origin.graph
        ? [`Percentiles are those of the report's curve, over all samples of ${origin.graph.label}.`]
        : [],
    });
  },
};

/**
 * @returns {{id: string, titles: string[], overall: ?object, items: object[]}}
 * @throws {ForeignFault} where it is not there, or there twice
 */
function tableIn(text, id) {
  const calls = [...text.matchAll(new RegExp(`createTable\\(\\$\\("#${id}"\\), (\\{.*\\}), function\\(`, "g"))];
  if (calls.length !== 1) {
    throw new ForeignFault(`has ${calls.length} whole tables ${id} (expected the dashboard of one run)`);
  }
  const table = jsonOf(calls[0][1]);
  if (!isObject(table) || !Array.isArray(table.titles) || !Array.isArray(table.items)) {
    throw new ForeignFault(`${id}: is no table (expected titles and items, as JSON)`);
  }
  return { id, ...table };
}

/** A table's rows by their titles. */
function rowsOf(table) {
  return table.items.map((item, i) => rowOf(table, item, `${table.id}.items[${i}]`));
}

/** Its row of all samples, likewise. */
function overallOf(table) {
  return rowOf(table, table.overall, `${table.id}.overall`);
}

function rowOf({ titles }, row, place) {
  if (!Array.isArray(row?.data) || row.data.length !== titles.length) {
    throw new ForeignFault(`${place}: has not a value for each of ${titles.length} titles`);
  }
  return Object.fromEntries(titles.map((title, i) => [title, row.data[i]]));
}

function statisticsOf(row) {
  const told = Object.entries(row).filter(([title]) => Object.hasOwn(KEYS, title));
  return Object.fromEntries(told.map(([title, value]) => [KEYS[title], value]));
}

/** Errors by kind, which add up to all. */
function errorCounts(table, all) {
  const errors = rowsOf(table).map((row, i) => ({
    type: String(row["Type of error"]),
    count: neededFigure(row, "Number of errors", `errorsTable.items[${i}]`),
  }));
  const sumOf = (some) => some.reduce((sum, { count }) => sum + count, 0);
  if (sumOf(errors) !== all) {
    throw new ForeignFault(`errorsTable: has ${sumOf(errors)} errors (expected ${all}, as statisticsTable has)`);
  }
  const ofKind = (kind) => errors.filter(({ type }) => errorKind(type, type) === kind);
  return {
    ...Object.fromEntries(ERROR_KINDS.map((kind) => [kind, sumOf(ofKind(kind))])),
    unavailable_responses: sumOf(errors.filter(({ type }) => UNAVAILABLE.test(type))),
  };
}

/** Under the name of the field that has its thresholds; none where none has. */
function apdexFigure(row) {
  const apdex = neededFigure(row, "Apdex", "apdexTable.overall");
  const thresholds = ["T (Toleration threshold)", "F (Frustration threshold)"].map((title) => row[title]);
  const field = Object.keys(APDEX_THRESHOLDS).find((name) => APDEX_THRESHOLDS[name].join() === thresholds.join());
  return field ? { [field]: apdex } : {};
}
