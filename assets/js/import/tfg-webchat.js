// The chat comparison of 2017, TFG-WebChat: a JSON list with an entry a cell, the mean latency of each iteration in whole
// milliseconds, and CPU and memory averaged over all of them.

import { importedRun, technologiesOf } from "./run.js";
import { figureAt, isObject, jsonOf, jsonWith, known, neededFigure } from "./values.js";

const STUDY = { name: "TFG-WebChat, 2017", date: "2017" };

/** Its names of the technologies, as ours. */
const TECHNOLOGIES = new Map([
  ["AkkaPlay", "akka-play"],
  ["NodeJS", "node-ws"],
  ["NodeJSCluster", "node-cluster"],
  ["SpringBoot-Jetty", "spring-jetty"],
  ["SpringBoot-Tomcat", "spring-tomcat"],
  ["Vertx", "vertx-eventbus"],
  ["VertxNoEventbus", "vertx"],
]);

/** Each user sends one every 10 ms for 5 s. */
const LOAD = { messages_per_user: 500, interval_ms: 10 };

const KIB_PER_MIB = 1024;

export const tfgWebchat = {
  id: "tfg-webchat",
  name: "results of TFG-WebChat (JSON)",
  comparison: "chat",

  recognises(text) {
    const entries = jsonWith("chatSize", text);
    return Array.isArray(entries) && entries.length > 0 && entries.every(isCell);
  },

  read(text, origin) {
    const entries = jsonOf(text);
    const names = entries.map(({ app }) => app);
    const ids = technologiesOf(names, origin, TECHNOLOGIES);
    return {
      run: importedRun(tfgWebchat, origin, {
        study: STUDY,
        command: "mvn test (in TFG-WebChat's folder WebChatTest)",
        client: "WebChatTest",
        notes: notes(entries),
      }),
      results: entries.flatMap((entry, i) => rows(entry, ids.get(entry.app), `[${i}]`)),
    };
  },
};

function isCell(entry) {
  return isObject(entry) && typeof entry.app === "string" && Array.isArray(entry.times) && "chatSize" in entry;
}

/** A row an iteration; what is known of the cell alone stands in its first. */
function rows(entry, technology, place) {
  const rooms = neededFigure(entry, "chatSize", place);
  const users = neededFigure(entry, "numUsers", place);
  const memory_kib = figureAt(entry.avgRam, `${place}.avgRam`);
  const cell = known({
    cpu_percent: figureAt(entry.avgCpuUse, `${place}.avgCpuUse`),
    memory_mib: memory_kib && memory_kib / KIB_PER_MIB,
  });
  return Object.keys(entry.times).map((i) => ({
    technology,
    rooms,
    users,
    iteration: Number(i) + 1,
    ...LOAD,
    latency_mean_ms: neededFigure(entry.times, i, `${place}.times`) / rooms,
    ...(i === "0" ? cell : {}),
  }));
}

function notes(entries) {
  const several = [...new Set(entries.map(({ chatSize }) => chatSize).filter((rooms) => rooms > 1))];
  const corrected =
    `Latencies of ${several.join(" and ")} rooms are divided by the number of rooms: ` +
    "that client adds up the latencies of all rooms and divides by the deliveries of one.";
  return [
    ...(several.length > 0 ? [corrected] : []),
    "Each user sent 500 messages, one every 10 ms, as the study says; the file does not.",
    "Latencies are means, cut to whole milliseconds before that division, from the moment a message was sent; no warm-up was discarded.",
    "CPU and memory are means over all iterations of a cell. They stand in its first iteration, so they have no interval.",
    "CPU is what one call of top each second printed, memory the resident set size; of a cluster both are the primary's alone.",
  ];
}
