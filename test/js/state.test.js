// The view state: every view is a link, and every link opens.

import assert from "node:assert/strict";
import test from "node:test";
import { choices, nearestCell } from "../../assets/js/controls/cell.js";
import { createStore, defaultView, isolated, parseView, serialiseView, toggled } from "../../assets/js/state.js";

const page = {
  technologies: ["node-ws", "node-cluster", "vertx"],
  statistics: ["mean", "p50", "p99", "max"],
  cells: [
    { rooms: 1, users: 10 },
    { rooms: 1, users: 60 },
    { rooms: 2, users: 20 },
    { rooms: 2, users: 35 },
  ],
  cell: { rooms: 1, users: 60 },
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
          const view = { shown, statistic, scale, cell };
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
  ]) {
    assert.deepEqual(parseView(search, page), initial, search);
  }
  assert.deepEqual(parseView("?show=gone,vertx&stat=p99", page), { ...initial, shown: ["vertx"], statistic: "p99" });
});

test("technologies are in the page's order, whatever the order in the address", () => {
  assert.deepEqual(parseView("?show=vertx,node-ws", page).shown, ["node-ws", "vertx"]);
});

test("switching a technology leaves the others as they are", () => {
  assert.deepEqual(toggled(["node-ws", "vertx"], "node-ws", page), ["vertx"]);
  assert.deepEqual(toggled(["vertx"], "node-ws", page), ["node-ws", "vertx"]);
});

test("isolating the technology that is alone already shows all again", () => {
  assert.deepEqual(isolated(page.technologies, "vertx", page), ["vertx"]);
  assert.deepEqual(isolated(["vertx"], "vertx", page), page.technologies);
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

const joined = { ...page, technologies: [...page.technologies, "yours.1.my-server"] };

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
