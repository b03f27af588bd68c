// The view state: every view is a link, and every link opens.

import assert from "node:assert/strict";
import test from "node:test";
import { choices, nearestCell } from "../../assets/js/controls/cell.js";
import { pressed } from "../../assets/js/controls/technologies.js";
import {
  createStore,
  defaultView,
  inverted,
  isFaint,
  isolated,
  isShown,
  parseView,
  serialiseView,
  toggled,
  toggledRun,
} from "../../assets/js/state.js";

const page = {
  technologies: ["node-ws", "node-cluster", "vertx"],
  shown: ["node-ws", "node-cluster", "vertx"],
  statistics: ["mean", "p50", "p99", "max"],
  cells: [
    { rooms: 1, users: 10 },
    { rooms: 1, users: 60 },
    { rooms: 2, users: 20 },
    { rooms: 2, users: 35 },
  ],
  cell: { rooms: 1, users: 60 },
  runs: ["2026-11-21-0914", "2026-01-02-0300"],
  columns: ["technology", "latency-p99"],
  axes: ["users"],
};

test("an address without a query is the page's default view", () => {
  assert.deepEqual(parseView("", page), defaultView(page));
  assert.equal(serialiseView(defaultView(page), page), "");
});

test("a view that is written to the address and read again is the same view", () => {
  for (const shown of [["node-ws"], ["node-ws", "vertx"], [], page.technologies]) {
    for (const statistic of page.statistics) {
      for (const scale of ["own", "linear", "log"]) {
        for (const cell of page.cells) {
          const view = { ...defaultView(page), shown, statistic, scale, cell };
          assert.deepEqual(parseView(serialiseView(view, page), page), view);
        }
      }
    }
  }
});

test("a reader's own load is in the address, and one that says no load is none", () => {
  const needs = { dimensions: [{ id: "rooms" }, { id: "users" }], limits: ["latency", "memory"] };
  const asked = { ...page, needs };
  const need = { load: { rooms: 2, users: 30 }, limits: { memory: 99.5 }, by: "latency" };
  const search = serialiseView({ ...defaultView(asked), need }, asked);
  assert.equal(search, "?need=rooms:2,users:30,memory:99.5,by:latency");
  assert.deepEqual(parseView(search, asked).need, need);
  for (const word of [
    "rooms:2,by:latency",
    "rooms:0,users:1,by:latency",
    "rooms:1,users:1,memory:x,by:memory",
    "rooms:1,users:1,by:cpu",
  ]) {
    assert.equal(parseView(`?need=${word}`, asked).need, null, word);
  }
  assert.equal(parseView(search, page).need, null);
});

test("the address says in words what differs from the default", () => {
  const view = {
    ...defaultView(page),
    shown: ["node-ws", "vertx"],
    statistic: "p99",
    scale: "log",
    cell: { rooms: 2, users: 35 },
    runs: ["newest", "2026-01-02-0300"],
  };
  const runs = "runs=newest,2026-01-02-0300";
  assert.equal(serialiseView(view, page), `?show=node-ws,vertx&stat=p99&scale=log&rooms=2&users=35&${runs}`);
  assert.equal(serialiseView({ ...defaultView(page), shown: [] }, page), "?show=none");
});

test("how the table is sorted, which two are compared and what the axes are is in the address, in words", () => {
  const search = (change) => serialiseView({ ...defaultView(page), ...change }, page);
  const expected = {
    "?sort=latency-p99": { sort: { column: "latency-p99", descending: false } },
    "?sort=technology,descending": { sort: { column: "technology", descending: true } },
    "?versus=vertx,node-ws": { versus: ["vertx", "node-ws"] },
    "?x=users": { x: "users" },
    "?relative=vertx": { relative: "vertx" },
    "?range=same": { range: "same" },
    "?course=cpu": { course: "cpu" },
    "?zoom=50000,800000": { zoom: [50000, 800000] },
  };
  for (const [address, change] of Object.entries(expected)) {
    assert.equal(search(change), address);
    assert.deepEqual(parseView(address, page), { ...defaultView(page), ...change });
  }
});

test("what the page doesn't know is ignored, so that old links keep opening", () => {
  const initial = defaultView(page);
  for (const search of [
    "?show=gone",
    "?stat=p42",
    "?scale=cubic",
    "?rooms=9",
    "?rooms=2&users=60",
    "?utm=1",
    "?rooms=x",
    "?runs=1999-01-01-0000",
    "?runs=",
    "?sort=speed",
    "?sort=technology,upwards",
    "?sort=",
    "?x=rooms",
    "?x=",
    "?relative=gone",
    "?range=all",
    "?course=cost",
    "?zoom=5",
    "?zoom=8,5",
    "?zoom=a,b",
    "?versus=vertx",
    "?versus=vertx,vertx",
    "?versus=vertx,gone",
    "?versus=node-ws,node-cluster,vertx",
  ]) {
    assert.deepEqual(parseView(search, page), initial, search);
  }
  assert.deepEqual(parseView("?show=gone,vertx&stat=p99", page), { ...initial, shown: ["vertx"], statistic: "p99" });
});

test("technologies are in the page's order, whatever the order in the address", () => {
  assert.deepEqual(parseView("?show=vertx,node-ws", page).shown, ["node-ws", "vertx"]);
});

const choosy = { ...page, shown: ["node-ws", "vertx"] };

test("a page that chooses shows its choice first, and the address says what differs from that", () => {
  assert.deepEqual(parseView("", choosy).shown, ["node-ws", "vertx"]);
  const search = (shown) => serialiseView({ ...defaultView(choosy), shown }, choosy);
  assert.equal(search(["node-ws", "vertx"]), "");
  assert.equal(search(["node-ws", "node-cluster"]), "?show=node-ws,node-cluster");
  assert.equal(search(choosy.technologies), "?show=node-ws,node-cluster,vertx");
  assert.equal(search([]), "?show=none");
});

test("every selection of a page that chooses is a link that opens it", () => {
  for (const shown of [["vertx"], ["node-ws", "vertx"], ["node-ws", "node-cluster"], [], choosy.technologies]) {
    const view = { ...defaultView(choosy), shown };
    assert.deepEqual(parseView(serialiseView(view, choosy), choosy), view);
  }
});

test("a link shows what its sender saw after technologies were added, to the data or to the page's choice", () => {
  const later = { ...page, technologies: ["go-coder", ...page.technologies, "bun"], shown: ["go-coder", "vertx"] };
  for (const shown of [["node-ws"], ["node-ws", "node-cluster"], [], choosy.technologies]) {
    assert.deepEqual(parseView(serialiseView({ ...defaultView(choosy), shown }, choosy), later).shown, shown);
  }
});

test("switching a technology leaves the others as they are", () => {
  assert.deepEqual(toggled(["node-ws", "vertx"], ["node-ws"], page), ["vertx"]);
  assert.deepEqual(toggled(["vertx"], ["node-ws"], page), ["node-ws", "vertx"]);
});

test("switching a family shows what is missing of it, and hides it only where it is whole", () => {
  const family = ["node-ws", "node-cluster"];
  assert.deepEqual(toggled(["node-ws", "vertx"], family, page), page.technologies);
  assert.deepEqual(toggled(page.technologies, family, page), ["vertx"]);
  assert.deepEqual(toggled([], family, page), family);
});

test("isolating what is alone already shows the page's default again", () => {
  assert.deepEqual(isolated(page.technologies, ["vertx"], page), ["vertx"]);
  assert.deepEqual(isolated(["vertx"], ["vertx"], page), page.technologies);
  assert.deepEqual(isolated(["vertx"], ["vertx"], choosy), choosy.shown);
  assert.deepEqual(isolated(["vertx"], ["node-ws", "node-cluster"], choosy), ["node-ws", "node-cluster"]);
});

test("a family's button is pressed, not pressed, or mixed where some of it is shown", () => {
  const states = [["a", "b"], ["a"], ["c"], []].map((shown) => pressed(["a", "b"], shown));
  assert.deepEqual(states, ["true", "mixed", "false", "false"]);
});

test("a page without a bubble chart has no cell to choose", () => {
  const plain = { ...page, cells: [], cell: null };
  assert.equal(parseView("?rooms=2&users=35", plain).cell, null);
  assert.equal(serialiseView(defaultView(plain), plain), "");
});

test("subscribers hear of every change with the whole view", () => {
  const store = createStore(defaultView(page));
  const heard = [];
  store.subscribe((view, how) => heard.push([view.statistic, view.scale, how.replace]));
  store.update({ statistic: "p99" });
  store.update({ scale: "log" }, { replace: true });
  assert.deepEqual(heard, [
    ["p99", "own", false],
    ["p99", "log", true],
  ]);
});

test("choosing a dimension moves the others to the nearest cell that was measured", () => {
  assert.deepEqual(nearestCell(page.cells, { rooms: 1, users: 60 }, "rooms", "2"), { rooms: 2, users: 35 });
  assert.deepEqual(nearestCell(page.cells, { rooms: 2, users: 35 }, "users", "20"), { rooms: 2, users: 20 });
});

test("a dimension offers the values that were measured with the dimensions before it", () => {
  assert.deepEqual([...choices(page.cells, { rooms: 2, users: 35 }, "rooms")], ["1", "2"]);
  assert.deepEqual([...choices(page.cells, { rooms: 2, users: 35 }, "users")], ["20", "35"]);
});

test("runs that are chosen are written to the address and read again", () => {
  const other = "2026-01-02-0300";
  for (const runs of [["newest"], ["newest", other], [other], page.runs, ["newest", ...page.runs]]) {
    const view = { ...defaultView(page), runs };
    assert.deepEqual(parseView(serialiseView(view, page), page), view);
  }
  assert.equal(serialiseView({ ...defaultView(page), runs: ["2026-01-02-0300"] }, page), "?runs=2026-01-02-0300");
});

test("runs are in the page's order, the newest first, whatever the order in the address", () => {
  assert.deepEqual(parseView("?runs=2026-01-02-0300,gone,2026-11-21-0914,newest", page).runs, ["newest", ...page.runs]);
});

test("where no run is left, the newest of each technology is shown", () => {
  assert.deepEqual(toggledRun(["newest"], "2026-01-02-0300", page), ["newest", "2026-01-02-0300"]);
  assert.deepEqual(toggledRun(["newest", "2026-01-02-0300"], "newest", page), ["2026-01-02-0300"]);
  assert.deepEqual(toggledRun(["2026-01-02-0300"], "2026-01-02-0300", page), ["newest"]);
});

test("a technology's button hides all of its runs", () => {
  const then = { id: "node-ws@2026-01-02-0300", of: "node-ws" };
  assert.ok(isShown(then, { shown: ["node-ws"] }));
  assert.ok(!isShown(then, { shown: ["vertx"] }));
  assert.ok(isShown({ id: "vertx" }, { shown: ["vertx"] }));
});

const joined = {
  ...page,
  technologies: [...page.technologies, "yours.1.my-server"],
  shown: [...page.shown, "yours.1.my-server"],
};

test("the address names no technology of a dropped file, shown or hidden", () => {
  assert.equal(serialiseView(defaultView(joined), joined), "");
  assert.equal(serialiseView({ ...defaultView(joined), shown: page.technologies }, joined), "");
  assert.equal(serialiseView({ ...defaultView(joined), shown: ["vertx", "yours.1.my-server"] }, joined), "?show=vertx");
  assert.equal(serialiseView({ ...defaultView(joined), shown: ["yours.1.my-server"] }, joined), "");
});

test("dropped technologies stay shown after a step in the history", () => {
  assert.deepEqual(parseView("?show=vertx", joined).shown, ["vertx", "yours.1.my-server"]);
  assert.deepEqual(parseView("?show=none", joined).shown, ["yours.1.my-server"]);
  assert.deepEqual(parseView("?show=vertx,yours.1.my-server", page).shown, ["vertx"]);
});

test("inverting shows what was hidden, in the page's order", () => {
  assert.deepEqual(inverted(["node-cluster"], page), ["node-ws", "vertx"]);
  assert.deepEqual(inverted([], page), page.technologies);
});

test("a lifted technology makes the others faint, unless none of the lifted is shown", () => {
  const shown = ["node-ws", "vertx"];
  const faint = (technology, lifted) => isFaint(technology, { shown, lifted });
  assert.equal(faint({ id: "node-ws" }, ["vertx"]), true);
  assert.equal(faint({ id: "vertx" }, ["vertx"]), false);
  assert.equal(faint({ id: "vertx@2024", of: "vertx" }, ["vertx"]), false);
  assert.equal(faint({ id: "node-ws" }, ["node-cluster"]), false);
  assert.equal(faint({ id: "node-ws" }, null), false);
});
