// websocket-bench, the client of the WebSocket shootout: a line for each number of clients, with the round trip of broadcasts
// to all of them. Its first versions wrote fractions and other units, a later one the time before each line.

import { outputsOf } from "./outputs.js";
import { ForeignFault, importedRun, technologiesOf, technologyOf } from "./run.js";
import { milliseconds, withoutMark } from "./values.js";

const DURATION = "(\\d+(?:\\.\\d+)?)(ns|µs|us|ms|s)";
const LINE = new RegExp(
  `^(?:\\[(\\S+)\\] )?clients:\\s*(\\d+)\\s+95per-rtt:\\s*${DURATION}\\s+` +
    `min-rtt:\\s*${DURATION}\\s+median-rtt:\\s*${DURATION}\\s+max-rtt:\\s*${DURATION}\\s*$`,
);
/** What a line of results has, however damaged; in prose these words stand apart. */
const ATTEMPT = /^(?:\[\S*\] )?clients:|\b(?:per|min|median|max)-rtt:\s*\d/;
const MILLISECONDS = { ns: 1e-6, µs: 1e-3, us: 1e-3, ms: 1, s: 1e3 };

export const websocketBench = {
  id: "websocket-bench",
  name: "output of websocket-bench (text)",
  comparison: "shootout",

  recognises(text) {
    return /clients:\s*\d+\s+\d+per-rtt:/.test(text);
  },

  read(text, origin) {
    const outputs = outputsOf(withoutMark(text), resultOf);
    const { ids, assumed } = technologies(outputs, origin);
    const commands = outputs.flatMap(({ command }) => command ?? []);
    return {
      run: importedRun(
        websocketBench,
        { ...origin, startedAt: origin.startedAt ?? outputs[0].results[0].time },
        {
          command: commands.join("\n") || "websocket-bench",
          client: "websocket-bench",
          notes: [...assumed, ...notes(outputs, commands)],
        },
      ),
      results: outputs.flatMap(({ results }, i) =>
        results.map(({ clients, figures }) => ({ technology: ids[i], clients, iteration: 1, ...figures })),
      ),
    };
  },
};

/** The ids of the outputs' technologies: of the headings above them, else of the file. */
function technologies(outputs, origin) {
  const headings = outputs.map(({ heading }) => heading);
  if (headings.includes(null)) {
    const { technology, assumed } = technologyOf(origin);
    return { ids: [technology], assumed };
  }
  const byHeading = technologiesOf(headings, origin);
  const ids = headings.map((heading) => byHeading.get(heading));
  const assumed = origin.technology ? [] : [`Technologies are the headings above the outputs: ${headings.join(", ")}.`];
  return { ids, assumed };
}

function resultOf(line, number) {
  const match = LINE.exec(line);
  if (!match) {
    if (!ATTEMPT.test(line)) return null;
    const expected = "clients, 95per-rtt, min-rtt, median-rtt and max-rtt, each time with its unit, such as 41ms";
    throw new ForeignFault(`line ${number}: ${JSON.stringify(line.trim())} is no whole result (expected ${expected})`);
  }
  const [, time, clients, ...durations] = match;
  const [high, min, median, max] = [0, 2, 4, 6].map((i) =>
    milliseconds(Number(durations[i]), MILLISECONDS[durations[i + 1]]),
  );
  return {
    time,
    clients: Number(clients),
    figures: { latency_min_ms: min, latency_p50_ms: median, latency_p95_ms: high, latency_max_ms: max },
  };
}

function notes(outputs, commands) {
  return [
    "A latency is the round trip of a broadcast: until the server has told its sender that it went to all clients.",
    "The tool ends at the first number of clients whose percentile is over its limit, and does not print that one.",
    ...(commands.length < outputs.length ? ["The file does not hold the command of every output."] : []),
  ];
}
