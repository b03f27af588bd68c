// The view state: every view is a link, and every link opens.

import assert from "node:assert/strict";
import test from "node:test";
import { choices, nearestCell } from "../../assets/js/controls/cell.js";
import { pressed } from "../../assets/js/controls/technologies.js";
import { createStore, defaultView, isolated, parseView, serialiseView, toggled } from "../../assets/js/state.js";

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
  columns: ["technology", "latency-p99"],
};

test("an address without a query is the page's default view", () => {
  assert.deepEqual(parseView("", page), defaultView(page));
  assert.equal(serialiseView(defaultView(page), page), "");
});

test("a view that is written to the address and read again is the same view", () => {
  for (const shown of [["node-ws"], ["node-ws", "vertx"], [], page.technologies]) {
    for (const statistic of page.statistics) {
      for (const scale of ["linear", "log"]) {
        for (const cell of page.cells) {
          const view = { shown, statistic, scale, cell, sort: null, versus: null };
          assert.deepEqual(parseView(serialiseView(view, page), page), view);
        }
      }
    }
  }
});

test("the address says in words what differs from the default", () => {
  const view = {
    shown: ["node-ws", "vertx"],
    statistic: "p99",
    scale: "log",
    cell: { rooms: 2, users: 35 },
  };
  assert.equal(serialiseView(view, page), "?show=node-ws,vertx&stat=p99&scale=log&rooms=2&users=35");
  assert.equal(serialiseView({ ...defaultView(page), shown: [] }, page), "?show=none");
});

test("how the table is sorted and which two are compared is in the address, in words", () => {
  const search = (change) => serialiseView({ ...defaultView(page), ...change }, page);
  const expected = {
    "?sort=latency-p99": { sort: { column: "latency-p99", descending: false } },
    "?sort=technology,descending": { sort: { column: "technology", descending: true } },
    "?versus=vertx,node-ws": { versus: ["vertx", "node-ws"] },
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
    "?sort=speed",
    "?sort=technology,upwards",
    "?sort=",
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
    ["p99", "linear", false],
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
