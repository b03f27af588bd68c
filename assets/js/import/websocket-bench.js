// websocket-bench, the client of the WebSocket shootout: a line of text for each number of clients, with the round trip
// of broadcasts to all of them.

import { importedRun, technologyOf } from "./run.js";

const COMMAND = /^\$?\s*(\S*websocket-bench\s.*)$/m;
const LINE =
  /^clients:\s*(\d+)\s+(\d+)per-rtt:\s*(\d+)ms\s+min-rtt:\s*(\d+)ms\s+median-rtt:\s*(\d+)ms\s+max-rtt:\s*(\d+)ms/gm;

export const websocketBench = {
  id: "websocket-bench",
  name: "websocket-bench output (text)",
  comparison: "shootout",

  recognises(text) {
    return [...text.matchAll(LINE)].some(([, , percentile]) => percentile === "95");
  },

  read(text, origin) {
    const { technology, notes } = technologyOf(origin);
    const found = [...text.matchAll(LINE)];
    const kept = found.filter(([, , percentile]) => percentile === "95");
    const command = COMMAND.exec(text)?.[1].trim();
    return {
      run: importedRun(this, origin, {
        command: command ?? "websocket-bench",
        client: "websocket-bench",
        notes: [...notes, ...assumptions(command, found.length - kept.length)],
      }),
      results: kept.map(([, clients, , p95, min, median, max]) => ({
        technology,
        clients: Number(clients),
        iteration: 1,
        latency_min_ms: Number(min),
        latency_p50_ms: Number(median),
        latency_p95_ms: Number(p95),
        latency_max_ms: Number(max),
      })),
    };
  },
};

function assumptions(command, dropped) {
  return [
    "A latency is the round trip of a broadcast, until the server says that it went to all clients, in whole milliseconds.",
    "The tool ends at the first number of clients whose 95th percentile is over its limit, and does not print that one.",
    ...(command ? [] : ["The file does not hold the command."]),
    ...(dropped > 0 ? [`${dropped} lines of another percentile than the 95th are left out.`] : []),
  ];
}
