// The chat comparison of 2017 (TFG-WebChat): a JSON list with an entry a cell, its latencies by iteration in whole
// milliseconds, CPU and memory averaged over all of them.

import { importedRun, isObject, jsonOf, technologyId } from "./run.js";

const STUDY = { name: "TFG-WebChat, the comparison of 2017", date: "2017-06-01" };

/** Its names of the technologies, where ours differ by more than the letters' case. */
const TECHNOLOGIES = {
  AkkaPlay: "akka-play",
  NodeJS: "node-ws",
  NodeJSCluster: "node-cluster",
  "SpringBoot-Jetty": "spring-jetty",
  "SpringBoot-Tomcat": "spring-tomcat",
  Vertx: "vertx-eventbus",
  VertxNoEventbus: "vertx",
};

/** Each of its users sends one every 10 ms for 5 s. */
const LOAD = { messages_per_user: 500, interval_ms: 10 };

const KIB_PER_MIB = 1024;

export const tfgWebchat = {
  id: "tfg-webchat",
  name: "TFG-WebChat results (JSON)",
  comparison: "chat",

  recognises(text) {
    const entries = jsonOf(text);
    return Array.isArray(entries) && entries.length > 0 && entries.every(isCell);
  },

  read(text, origin) {
    const entries = jsonOf(text);
    const rooms = [...new Set(entries.map(({ chatSize }) => chatSize))].filter((count) => count > 1);
    return {
      run: importedRun(this, origin, {
        study: STUDY,
        command: "mvn test (WebChatTest of TFG-WebChat)",
        client: "WebChatTest",
        notes: notes(rooms),
      }),
      results: entries.flatMap((entry) => cellRows(entry, origin.technology)),
    };
  },
};

function isCell(entry) {
  return isObject(entry) && typeof entry.app === "string" && Array.isArray(entry.times) && "chatSize" in entry;
}

function cellRows({ app, chatSize, numUsers, times, avgCpuUse, avgRam }, technology) {
  const known = Object.hasOwn(TECHNOLOGIES, app) ? TECHNOLOGIES[app] : technologyId(app);
  return times.map((time, i) => ({
    technology: technology ?? known,
    rooms: chatSize,
    users: numUsers,
    iteration: i + 1,
    ...LOAD,
    latency_mean_ms: time / chatSize,
    ...(i === 0 ? { cpu_percent: avgCpuUse, memory_mib: avgRam / KIB_PER_MIB } : {}),
  }));
}

function notes(severalRooms) {
  const corrected = `Latencies of ${severalRooms.join(" and ")} rooms are divided by the number of rooms: that client adds up those of all rooms and divides by the deliveries of one.`;
  return [
    ...(severalRooms.length > 0 ? [corrected] : []),
    "500 messages of each user, one every 10 ms, as the study says; the file does not.",
    "Latencies are means in whole milliseconds, measured from the send time that travels in the message. No warm-up was discarded.",
    "CPU and memory are means over all iterations of a cell and stand in its first iteration: there is no interval.",
    "CPU is that of one call of top each second, memory the resident set size, of one process: of a cluster the primary alone.",
  ];
}
