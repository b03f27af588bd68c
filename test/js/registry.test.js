// The registries of data/*.yml: what they declare has to fit the schema and each other.

import assert from "node:assert/strict";
import test from "node:test";
import { registryFaults } from "../../assets/js/results/registry.js";
import { readYaml, schemas } from "./sample.js";

const NAMES = ["comparisons", "metrics", "technologies", "palette"];
const sound = () => Object.fromEntries(NAMES.map((name) => [name, readYaml(`data/${name}.yml`)]));

/** Faults of registries that have been changed. */
function faultsWith(change) {
  const registry = sound();
  change(registry);
  return registryFaults(registry, "data", schemas);
}

test("the site's registries are sound", () => assert.deepEqual(registryFaults(sound(), "data", schemas), []));

const relayOf = (comparisons) => comparisons.find(({ id }) => id === "relay");

const refusals = {
  "a metric of an unknown field": [
    ({ metrics }) => Object.assign(metrics[2].statistics, { max: "memory_peek_mib" }),
    'data/metrics.yml: [2].statistics.max: "memory_peek_mib" is not a field of schema/result.json (did you mean memory_peak_mib?)',
  ],
  "a comparison of an unknown metric": [
    ({ comparisons }) => comparisons[0].metrics.splice(1, 1, "cpus"),
    'data/comparisons.yml: [0].metrics[1]: "cpus" is not a metric of data/metrics.yml (did you mean cpu?)',
  ],
  "a choice of unknown technologies": [
    ({ comparisons }) => comparisons[0].shown.splice(0, 1, "node-wss"),
    'data/comparisons.yml: [0].shown[0]: "node-wss" is not a technology of data/technologies.yml (did you mean node-ws?)',
  ],
  "a column of the scoreboard that is of no figure": [
    ({ comparisons }) => comparisons[0].scoreboard.push({ label: "Best" }),
    "data/comparisons.yml: [0].scoreboard[5]: has none of metric, fact (expected at least one)",
  ],
  "a figure of the scoreboard without its place": [
    ({ comparisons }) => delete comparisons[0].scoreboard[1].at,
    "data/comparisons.yml: [0].scoreboard[1].at: is missing (expected an object)",
  ],
  "a figure of the scoreboard with half of its place": [
    ({ comparisons }) => Object.assign(comparisons[0].scoreboard[1], { at: { rooms: 1 } }),
    "data/comparisons.yml: [0].scoreboard[1].at: gives rooms (expected rooms, users)",
  ],
  "a load that is carried at a load": [
    ({ comparisons }) => Object.assign(comparisons[0].scoreboard[0], { at: { rooms: 1, users: 20 } }),
    "data/comparisons.yml: [0].scoreboard[0].at: gives rooms, users (expected rooms)",
  ],
  "a search of an unknown comparison": [
    ({ comparisons }) => Object.assign(comparisons[0].scoreboard[0].search, { comparison: "chat-capacities" }),
    'data/comparisons.yml: [0].scoreboard[0].search.comparison: "chat-capacities" is not a comparison of data/comparisons.yml (expected one of ' +
      "chat, chat-latency, chat-cores, chat-capacity, chat-capacity-100ms, chat-runtimes, chat-runtimes-capacity, lookup, lookup-rate, bookstore, bookstore-rate, bookstore-mix, shootout, shootout-rate, shootout-idle, shootout-echo, shootout-capacity, shootout-capacity-cores, relay, relay-trials, echo, echo-rate)",
  ],
  "a search with half of its place": [
    ({ comparisons }) => Object.assign(comparisons[0].scoreboard[0].search, { at: { rooms: 1 } }),
    "data/comparisons.yml: [0].scoreboard[0].search.at: gives rooms (expected rooms, interval_ms)",
  ],
  "a search for a figure that has no limit": [
    ({ comparisons: [{ scoreboard }] }) => Object.assign(scoreboard[1], { search: scoreboard[0].search }),
    "data/comparisons.yml: [0].scoreboard[1].limit: is missing (expected the metric's unit, > 0)",
  ],
  "a figure of an unknown comparison": [
    ({ comparisons: [{ scoreboard }] }) => Object.assign(scoreboard[1], { comparison: "chat-latencies" }),
    'data/comparisons.yml: [0].scoreboard[1].comparison: "chat-latencies" is not a comparison of data/comparisons.yml (expected one of ' +
      "chat, chat-latency, chat-cores, chat-capacity, chat-capacity-100ms, chat-runtimes, chat-runtimes-capacity, lookup, lookup-rate, bookstore, bookstore-rate, bookstore-mix, shootout, shootout-rate, shootout-idle, shootout-echo, shootout-capacity, shootout-capacity-cores, relay, relay-trials, echo, echo-rate)",
  ],
  "a figure of another comparison with half of its place": [
    ({ comparisons: [{ scoreboard }] }) =>
      Object.assign(scoreboard[1], { comparison: "chat-latency", at: { rooms: 1 } }),
    "data/comparisons.yml: [0].scoreboard[1].at: gives rooms (expected rooms, users)",
  ],
  "a figure in percent of an unknown technology's": [
    ({ comparisons: [{ scoreboard }] }) =>
      Object.assign(scoreboard[1], { relative_to: "node-wss", label: "%", unit: "%" }),
    'data/comparisons.yml: [0].scoreboard[1].relative_to: "node-wss" is not a technology of data/technologies.yml (did you mean node-ws?)',
  ],
  "an unknown statistic on the scoreboard": [
    ({ comparisons }) => Object.assign(comparisons[0].scoreboard[1], { statistic: "p98" }),
    'data/comparisons.yml: [0].scoreboard[1].statistic: "p98" is not a statistic of latency (did you mean p90 or p99?)',
  ],
  "a look that charts can't draw": [
    ({ palette }) => Object.assign(palette[0], { shape: "blob" }),
    'data/palette.yml: [0].shape: "blob" is not one of the known words (expected circle, triangle, triangleDown, triangleLeft, triangleRight, rect, rectRounded or rectRot)',
  ],
};
for (const [what, [change, fault]] of Object.entries(refusals)) {
  test(`refused: ${what}`, () => assert.deepEqual(faultsWith(change), [fault]));
}

const likewise = {
  "a row that the schema lacks": [
    ({ comparisons }) => Object.assign(comparisons[0], { row: "talk_row" }),
    /\[0\]\.row: "talk_row" is not a row/,
  ],
  "a choice of none": [({ comparisons }) => Object.assign(comparisons[0], { shown: [] }), /\[0\]\.shown: /],
  "a choice of one twice": [
    ({ comparisons }) => comparisons[0].shown.push("node-ws"),
    /\[0\]\.shown: .*has an element twice/,
  ],
  "a dimension that rows may lack": [
    ({ comparisons }) => Object.assign(comparisons[0].dimensions[0], { id: "cpu_percent" }),
    /\[0\]\.dimensions\[0\]\.id: "cpu_percent" is not a required whole number of the row/,
  ],
  "a dimension of numbers without their words": [
    ({ comparisons }) => delete comparisons[0].dimensions[0].many,
    /\[0\]\.dimensions\[0\]\.many: is missing/,
  ],
  "a dimension of words that are numbers in rows": [
    ({ comparisons }) => Object.assign(comparisons[0].dimensions[0], { words: { one: "One" } }),
    /\[0\]\.dimensions\[0\]\.id: "rooms" is not a required word of the row/,
  ],
  "a dimension of words, along which no load grows, at the end": [
    ({ comparisons }) => relayOf(comparisons).dimensions.reverse(),
    /\.dimensions\[2\]\.id: "broker" is not a required whole number of the row/,
  ],
  "a dimension without a name for each of its words": [
    ({ comparisons }) => delete relayOf(comparisons).dimensions[0].words.nats,
    /\.dimensions\[0\]\.words: gives rabbitmq, mosquitto, solace \(expected rabbitmq, nats, mosquitto, solace\)/,
  ],
  "a figure of the scoreboard at an unknown word": [
    ({ comparisons }) => Object.assign(relayOf(comparisons).scoreboard[0].at, { broker: "rabbit" }),
    /\.scoreboard\[0\]\.at\.broker: "rabbit" is not a word of broker/,
  ],
  "a figure of the scoreboard at a word for a number": [
    ({ comparisons }) => Object.assign(relayOf(comparisons).scoreboard[0].at, { pages: "one" }),
    /\.scoreboard\[0\]\.at\.pages: "one" is not a whole number \(expected one\)/,
  ],
  "a comparison that has a registry's name": [
    ({ comparisons }) => Object.assign(comparisons[0], { id: "metrics" }),
    /\[0\]\.id: "metrics" is taken/,
  ],
  "two technologies of one id": [
    ({ technologies }) => Object.assign(technologies[3], { id: technologies[0].id }),
    /technologies\.yml: \[3\]\.id: "node-ws" is there twice \(expected each id once\)/,
  ],
  "a colour by its name": [
    ({ technologies }) => Object.assign(technologies[0].color, { light: "blue" }),
    /\[0\]\.color\.light: "blue" is not well-formed \(expected a colour as #rrggbb/,
  ],
  "a formula of unknown fields": [
    ({ metrics }) =>
      Object.assign(metrics.find(({ id }) => id === "memory_per_user").derived, { per: ["rooms", "losers"] }),
    /metrics\.yml: \[\d+\]\.derived: "losers" is not a field/,
  ],
  "a formula for a field that files hold": [
    ({ metrics }) =>
      Object.assign(
        metrics.find(({ id }) => id === "memory_per_user"),
        { statistics: { mean: "memory_mib" } },
      ),
    /expected one field, none of schema\/result\.json/,
  ],
};
for (const [what, [change, message]] of Object.entries(likewise)) {
  test(`refused: ${what}`, () => assert.match(faultsWith(change)[0], message));
}

test("a comparison may choose nothing", () => {
  assert.deepEqual(
    faultsWith(({ comparisons }) => delete comparisons[0].shown),
    [],
  );
});
