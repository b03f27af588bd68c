// HttpArena's file of a profile and a number of connections: a JSON list with an entry a framework. The profile, which says what
// was measured, stands in the file's name alone: `echo-ws-512.json`.

import { MIB, MILLISECONDS, PERCENT, quantityAt } from "./quantities.js";
import { baseName, ForeignFault, importedRun, technologiesOf } from "./run.js";
import { isObject, jsonOf, jsonWith, known, neededFigure } from "./values.js";

const FILE_NAME = /^(.+)-(\d+)(?: \(\d+\))?\.json$/;
const ECHO = "echo-ws";

/**
 * Those over HTTP/1.1 with one request at a time on each connection, as the lookup comparison has them. Of the others a connection
 * carries several at once (pipelined, HTTP/2 and 3, gRPC, gateways), or requests are sent at a fixed rate.
 */
const CLOSED_LOOPS = [
  "baseline",
  "limited-conn",
  "json",
  "json-comp",
  "json-tls",
  "upload",
  "static",
  "async-db",
  "crud",
  "api-4",
  "api-16",
];

const STATUSES = ["status_2xx", "status_3xx", "status_4xx", "status_5xx"];

export const httpArenaEcho = {
  id: "httparena-echo",
  name: `HttpArena's profile ${ECHO} (JSON)`,
  comparison: "echo",
  isStudy: true,

  recognises(text, fileName) {
    return isArena(text) && profileOf(fileName) === ECHO;
  },

  read(text, origin) {
    return document(text, origin, echoRow, [
      "A latency is a message's round trip: from its sending to its echo; a connection has one message under way.",
      "HttpArena counts no WebSocket message that failed; connections that had to be opened anew are its reconnects.",
    ]);
  },
};

export const httpArenaHttp = {
  id: "httparena-http",
  name: "HttpArena's profiles over HTTP/1.1 (JSON)",
  comparison: "lookup",
  isStudy: true,

  recognises(text, fileName) {
    return isArena(text) && profileOf(fileName) !== ECHO;
  },

  partOf: profileOf,

  read(text, origin) {
    const profile = profileOf(origin.fileName);
    if (!CLOSED_LOOPS.includes(profile)) {
      const found = profile
        ? `is of HttpArena's profile ${profile}`
        : "does not say in its name of which profile of HttpArena it is";
      throw new ForeignFault(
        `${found} (expected a name such as ${ECHO}-512.json or limited-conn-512.json, and one of the profiles with one request at a time on a connection: ${[ECHO, ...CLOSED_LOOPS].join(", ")})`,
      );
    }
    return document(text, origin, lookupRow, [
      `The requests are those of HttpArena's profile ${profile}, not the lookup of a record.`,
      "Requests a second are answers with a status of 2xx; any other status is a failed request. Requests without an answer are not in the file.",
    ]);
  },
};

function isArena(text) {
  const entries = jsonWith("framework", text);
  return Array.isArray(entries) && entries.length > 0 && entries.every(isEntry);
}

function isEntry(entry) {
  return isObject(entry) && typeof entry.framework === "string" && "rps" in entry && "connections" in entry;
}

function profileOf(fileName) {
  return FILE_NAME.exec(baseName(fileName))?.[1];
}

function document(text, origin, rowOf, notes) {
  const entries = jsonOf(text);
  const names = entries.map(({ framework }) => framework);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new ForeignFault(`has the framework ${twice} twice (expected an entry each)`);
  const ids = technologiesOf(names, origin);
  const results = entries.map((entry) => {
    checkLoad(entry, origin.fileName);
    return { technology: ids.get(entry.framework), ...rowOf(entry, entry.framework) };
  });
  const profile = profileOf(origin.fileName);
  return {
    run: importedRun({ name: `HttpArena's profile ${profile} (JSON)` }, origin, {
      command: `scripts/benchmark.sh FRAMEWORK ${profile} (in HttpArena)`,
      client: "HttpArena",
      notes: [
        ...notes,
        "HttpArena publishes the best of its runs, three unless it was told otherwise: figures have no interval.",
        "CPU is the mean, and memory the peak, of what docker stats printed of the container.",
      ],
    }),
    results,
  };
}

/** What an entry says of its load is what the file's name says: its connections, each with one request at a time. */
function checkLoad({ framework, connections, pipeline }, fileName) {
  const [, , named] = FILE_NAME.exec(baseName(fileName));
  if (connections !== Number(named)) {
    throw new ForeignFault(
      `${framework}.connections: is ${JSON.stringify(connections)} (expected ${named}, as in the file's name)`,
    );
  }
  if (pipeline !== 1) {
    throw new ForeignFault(
      `${framework}.pipeline: is ${JSON.stringify(pipeline)} (expected 1, one request at a time on a connection)`,
    );
  }
}

function echoRow(entry, place) {
  const { rate, all, failed, measured } = figuresOf(entry, place);
  return {
    connections: entry.connections,
    iteration: 1,
    messages_per_s: rate,
    ...measured,
    messages: all,
    // Its zeros are no counts: HttpArena writes them for WebSocket whatever happens.
    ...(failed > 0 ? { failed_messages: failed } : {}),
    reconnects: neededFigure(entry, "reconnects", place),
  };
}

function lookupRow(entry, place) {
  const { rate, all, failed, measured } = figuresOf(entry, place);
  return {
    concurrency: entry.connections,
    iteration: 1,
    requests_per_s: rate,
    ...measured,
    requests: all,
    failed_requests: failed,
  };
}

/** HttpArena's rps are its 2xx answers, or echoes, by the seconds that the load took. */
function figuresOf(entry, place) {
  const [successful, ...others] = STATUSES.map((key) => neededFigure(entry, key, place));
  const failed = others.reduce((sum, count) => sum + count, 0);
  const rate = neededFigure(entry, "rps", place);
  if (rate > 0 && successful === 0) {
    throw new ForeignFault(`${place}.rps: is ${rate} and status_2xx 0 (expected answers of 2xx alone in rps)`);
  }
  const quantity = (key, units) => quantityAt(entry[key], units, `${place}.${key}`);
  return {
    rate,
    all: successful + failed,
    failed,
    measured: known({
      latency_mean_ms: quantity("avg_latency", MILLISECONDS),
      latency_p99_ms: quantity("p99_latency", MILLISECONDS),
      cpu_percent: quantity("cpu", PERCENT),
      memory_peak_mib: quantity("memory", MIB),
    }),
  };
}
