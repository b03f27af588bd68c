// A dimension of words, as relays' brokers are one: in the order of data/comparisons.yml, as words in datasets, addresses and exports, by
// their names where people read.

import assert from "node:assert/strict";
import { File } from "node:buffer";
import test from "node:test";
import { nearestCell } from "../../assets/js/controls/cell.js";
import { describePage } from "../../assets/js/describe-page.js";
import { withFigures } from "../../assets/js/dimple/published.js";
import { droppedTechnologies, withDropped } from "../../assets/js/drop/dropped-dataset.js";
import { readDroppedFile } from "../../assets/js/drop/read-file.js";
import { recordsOf } from "../../assets/js/export/figures.js";
import { markdown } from "../../assets/js/export/formats.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { judge } from "../../assets/js/results/held.js";
import { selectRuns } from "../../assets/js/results/runs.js";
import { defaultView, parseView, serialiseView } from "../../assets/js/state.js";
import { figureRows } from "../../assets/js/table/figures.js";
import { placeIn } from "../../assets/js/table/place.js";
import { placeWords } from "../../assets/js/words.js";
import { json, results, statement } from "./data-folder.js";
import { palette, read, readYaml, schemas, technologies } from "./sample.js";

const registry = {
  comparisons: readYaml("data/comparisons.yml"),
  metrics: readYaml("data/metrics.yml"),
  technologies,
  palette,
};
const relay = registry.comparisons.find(({ id }) => id === "relay");

const row = (broker, pages, pause_ms, latency, iteration = 1) => ({
  technology: "go-relay",
  broker,
  pages,
  pause_ms,
  iteration,
  broker_latency_mean_ms: latency,
  page_latency_mean_ms: latency / 2,
});
const FILE = json([
  row("nats", 1, 0, 9),
  row("nats", 1, 10, 2),
  row("nats", 1, 10, 4, 2),
  row("mosquitto", 10, 10, 5),
  row("rabbitmq", 100, 10, 6),
  row("rabbitmq", 1, 10, 7),
]);
const { datasets, data_packages } = results({ "relay/a.json": FILE }, { with: registry });
const dataset = readDataset(datasets.relay);
const NATS = { broker: "nats", pages: 1, pause_ms: 10 };

test("cells are sorted by the words' order, and have the words", () => {
  assert.deepEqual(dataset.cells.broker, ["rabbitmq", "rabbitmq", "nats", "nats", "mosquitto"]);
  assert.deepEqual(dataset.cells.pages, [1, 100, 1, 1, 10]);
  assert.deepEqual(dataset.cells.n, [1, 1, 1, 2, 1]);
  assert.deepEqual(
    dataset.combinations().map(({ broker, pages }) => `${broker} ${pages}`),
    ["rabbitmq 1", "rabbitmq 100", "nats 1", "nats 1", "mosquitto 10"],
  );
  assert.ok(schemas.validators.dataset(JSON.parse(JSON.stringify(datasets.relay))));
});

test("the published table has the words, and says which there are", () => {
  const { "dataset.csv": csv, "datapackage.json": descriptor } = data_packages.relay;
  assert.match(csv, /^technology,broker,pages,pause_ms,run,.*\n(.*\n){2}go-relay,nats,1,0,/);
  const fields = JSON.parse(descriptor).resources[0].schema.fields;
  const { type, constraints } = fields.find(({ name }) => name === "broker");
  assert.deepEqual([type, constraints.enum], ["string", ["rabbitmq", "nats", "mosquitto", "solace"]]);
});

test("a place is told by the words' names", () => {
  assert.deepEqual(placeWords(relay, NATS), ["NATS", "1 page", "10 ms between messages"]);
});

test("a cell is in the address by its words, and in attributes", () => {
  const bubble = { kind: "bubble", comparison: "relay", fixed: { broker: "rabbitmq", pages: 1, pause_ms: 10 } };
  const page = describePage(new Map([["relay", dataset]]), [bubble]);
  const search = serialiseView({ ...defaultView(page), cell: NATS }, page);
  assert.equal(search, "?broker=nats&pages=1&pause_ms=10");
  assert.deepEqual(parseView(search, page).cell, NATS);
  assert.deepEqual(parseView("?broker=nats", page).cell, NATS);
  assert.deepEqual(parseView("?broker=kafka", page).cell, bubble.fixed);
  assert.deepEqual(placeIn(relay.dimensions, search), NATS);
});

test("another value of a dimension keeps the word of the others, however far the numbers", () => {
  const cells = dataset.combinations();
  const pages = nearestCell(cells, { broker: "rabbitmq", pages: 1, pause_ms: 10 }, "pages", "100");
  assert.deepEqual(pages, { broker: "rabbitmq", pages: 100, pause_ms: 10 });
  assert.deepEqual(nearestCell(cells, pages, "broker", "nats"), NATS);
  assert.deepEqual(nearestCell(cells, NATS, "pause_ms", "0"), { broker: "nats", pages: 1, pause_ms: 0 });
});

test("a reader's own load may name a word, which a cell has to have", () => {
  const need = { load: { broker: "rabbitmq", pages: 10, pause_ms: 10 }, limits: {}, by: "page_latency" };
  assert.deepEqual(judge(dataset, need).places, [{ broker: "rabbitmq", pages: 100, pause_ms: 10 }]);
  const page = describePage(new Map([["relay", dataset]]), []);
  const search = serialiseView({ ...defaultView(page), need }, page);
  assert.equal(search, "?need=broker:rabbitmq,pages:10,pause_ms:10,by:page_latency");
  assert.deepEqual(parseView(search, page).need, need);
  assert.equal(parseView(search.replace("rabbitmq", "kafka"), page).need, null);
});

test("tables and Markdown show the names, CSV and JSON have the words", () => {
  const spec = { kind: "line", comparison: "relay", x: "pause_ms", y: "page_latency", fixed: { pages: 1 }, title: "" };
  const page = describePage(new Map([["relay", dataset]]), [spec]);
  const view = defaultView(page);
  const [first] = figureRows(dataset, spec, view);
  assert.deepEqual(first.texts.slice(0, 4), ["Go", "RabbitMQ", "10", "1"]);
  const fixed = { ...spec, fixed: { broker: "nats", pages: 1 } };
  assert.match(markdown(dataset, fixed, view, {}), /^\| Go \| NATS \| 1 \| 10 \|/m);
  assert.equal(recordsOf(dataset, fixed, view)[0].broker, "nats");
});

test("a dropped file's words join the page's, and are found again where a page reads its files anew", async () => {
  const file = new File([FILE], "a.json");
  const outcome = await readDroppedFile(file, { registry, schemas });
  assert.deepEqual(outcome.faults, []);
  assert.deepEqual(outcome.cells.words.broker, ["rabbitmq", "rabbitmq", "nats", "nats", "mosquitto"]);
  const dropped = droppedTechnologies(1, { ...outcome, name: "a.json" }, technologies, palette);
  const { cells } = withDropped(datasets.relay, [dropped]);
  assert.deepEqual(cells.broker.slice(5), datasets.relay.cells.broker);
  const anew = withFigures(datasets.relay, new Map([["data/relay/a.json", outcome.cells]]));
  assert.deepEqual(anew.broker_latency_mean_ms.mean, [7, 6, 9, 3, 5]);
});

/** A relay behind two brokers, measured by a run of each, and behind one of them anew. */
function runsBehindBrokers() {
  const onDay = (day, rows) => json(rows, statement({ started_at: `2024-05-0${day}T10:00:00Z` }));
  const files = {
    "relay/a.json": onDay(1, [row("rabbitmq", 1, 10, 7), row("rabbitmq", 10, 10, 8), row("nats", 1, 10, 1)]),
    "relay/b.json": onDay(2, [row("nats", 1, 10, 2)]),
    "relay/c.json": onDay(3, [row("rabbitmq", 1, 10, 6)]),
  };
  return results(files, { with: registry });
}

/** Each cell as its technology, broker, pages, run and latency. */
function cellsIn({ technologies: of, runs, cells }) {
  return cells.technology.map((index, i) =>
    [
      of[index].name,
      cells.broker[i],
      cells.pages[i],
      runs[cells.run[i]].id,
      cells.broker_latency_mean_ms.mean[i],
    ].join(),
  );
}

test("of a technology behind each broker the newest run is shown", () => {
  const { datasets: made, files } = runsBehindBrokers();
  assert.deepEqual(cellsIn(made.relay), ["Go,rabbitmq,1,2024-05-03-1000,6", "Go,nats,1,2024-05-02-1000,2"]);
  assert.deepEqual(
    files.relay.map(({ shown }) => shown),
    [false, true, true],
  );
});

test("an older run stands beside the newest of all brokers", () => {
  const { datasets: made, data_packages: packages } = runsBehindBrokers();
  const all = JSON.parse(packages.relay["dataset.json"]);
  const beside = (wanted) => cellsIn(selectRuns(made.relay, all, wanted));
  assert.deepEqual(beside(["newest"]), cellsIn(made.relay));
  assert.deepEqual(beside(["newest", "2024-05-02-1000"]), cellsIn(made.relay));
  assert.deepEqual(beside(["newest", "2024-05-01-1000"]), [
    ...cellsIn(made.relay),
    "Go, 1 May 2024,rabbitmq,1,2024-05-01-1000,7",
    "Go, 1 May 2024,rabbitmq,10,2024-05-01-1000,8",
    "Go, 1 May 2024,nats,1,2024-05-01-1000,1",
  ]);
});

test("an iteration may have any number of bins, each a pair; its columns by second are of one length", () => {
  const course = { technology: "go-relay", broker: "nats", pages: 1, pause_ms: 10, iteration: 1, deliveries: [1, 2] };
  const bins = [
    [1, 1],
    [1.122, 1],
    [10, 1],
  ];
  const faultsOf = (columns) => {
    const file = json([row("nats", 1, 10, 9)], statement(), { series: [{ ...course, ...columns }] });
    return results({ "relay/a.json": file }, { with: registry }).faults;
  };
  assert.deepEqual(faultsOf({ latency_bins: bins, cpu_percent: [1, 2] }), []);
  assert.match(
    faultsOf({ latency_bins: bins, cpu_percent: [1] })[0],
    /cpu_percent: has 1 values \(expected 2, as deliveries has\)$/,
  );
  assert.match(faultsOf({ latency_bins: [[1]] })[0], /latency_bins\[0\]: .*expected/);
});

test("the statistics of a hop ascend", () => {
  const text = read("test/fixtures/relay/hops-out-of-order.tsv").toString();
  const { faults } = results({ "relay/a.tsv": text }, { with: registry });
  assert.deepEqual(
    faults.map((fault) =>
      fault
        .match(/:(\d+): (\w+): ([\d.]+ is \w+)/)
        .slice(1)
        .join(" "),
    ),
    [
      "2 broker_latency_p99_ms 0.7 is below",
      "2 page_latency_p99_ms 0.3 is below",
      "3 broker_latency_mean_ms 0.1 is below",
      "3 page_latency_max_ms 2 is below",
    ],
  );
});
