// websocket-bench, the client of the WebSocket shootout: a line for each number of clients, with the round trip of broadcasts
// to all of them. Its first versions wrote fractions and other units, a later one the time before each line.

import { numbered } from "./iterations.js";
import { importedRun, technologyOf } from "./run.js";
import { milliseconds, withoutMark } from "./values.js";

const COMMAND = /^\S*[$%]\s*(\S*websocket-bench .*)$/m;
const DURATION = "(\\d+(?:\\.\\d+)?)(ns|µs|ms|s)";
const LINE = new RegExp(
  `^(?:\\[(\\S+)\\] )?clients:\\s*(\\d+)\\s+(\\d+)per-rtt:\\s*${DURATION}\\s+` +
    `min-rtt:\\s*${DURATION}\\s+median-rtt:\\s*${DURATION}\\s+max-rtt:\\s*${DURATION}`,
  "gm",
);
const PERCENTILE = "95";
const MILLISECONDS = { ns: 1e-6, µs: 1e-3, ms: 1, s: 1e3 };

export const websocketBench = {
  id: "websocket-bench",
  name: "output of websocket-bench (text)",
  comparison: "shootout",

  recognises(text) {
    return text.includes("per-rtt:") && lines(text).some(({ percentile }) => percentile === PERCENTILE);
  },

  read(text, origin) {
    const { technology, assumed } = technologyOf(origin);
    const all = lines(text);
    const kept = all.filter(({ percentile }) => percentile === PERCENTILE);
    const command = COMMAND.exec(withoutMark(text))?.[1].trim();
    return {
      run: importedRun(
        websocketBench,
        { ...origin, startedAt: origin.startedAt ?? kept[0].time },
        {
          command: command ?? "websocket-bench",
          client: "websocket-bench",
          notes: [...assumed, ...notes(command, all.length - kept.length)],
        },
      ),
      results: numbered(
        kept.map(({ figures }) => ({ technology, iteration: 1, ...figures })),
        ["clients"],
      ),
    };
  },
};

function lines(text) {
  return [...withoutMark(text).matchAll(LINE)].map(([, time, clients, percentile, ...durations]) => {
    const [high, min, median, max] = [0, 2, 4, 6].map((i) =>
      milliseconds(Number(durations[i]), MILLISECONDS[durations[i + 1]]),
    );
    return {
      time,
      percentile,
      figures: {
        clients: Number(clients),
        latency_min_ms: min,
        latency_p50_ms: median,
        latency_p95_ms: high,
        latency_max_ms: max,
      },
    };
  });
}

function notes(command, dropped) {
  return [
    "A latency is the round trip of a broadcast: until the server has told its sender that it went to all clients.",
    "The tool ends at the first number of clients whose percentile is over its limit, and does not print that one.",
    ...(command ? [] : ["The file does not hold the command."]),
    ...(dropped > 0 ? [`Left out are ${dropped} lines of another percentile than the 95th.`] : []),
  ];
}
