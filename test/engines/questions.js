// The twelve questions that readers come with. From the index's top, each is answered within two actions (a click, a form filled in, a table
// scrolled by what it shows): what is in sight then is read, and held against the published dataset, worked out here anew.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import jstat from "jstat";
import Papa from "papaparse";
import { until } from "./reader.js";

const NODE = "node-ws";
const GO = "go-coder";
const OF_2017 = ["spring-tomcat", "spring-jetty", "akka-play", "vertx", "vertx-eventbus", "node-ws", "node-cluster"];
const BOARD = "[data-scoreboard] tbody tr";
const METHOD = "Method, machine, files";
const ROOT = new URL("../../", import.meta.url);

/**
 * What the site publishes of the chat and of the searches: the CSVs' rows that it shows, those of each run by itself, and the technologies'
 * names by id.
 */
export async function publishedData(site) {
  const get = async (path) => (await fetch(`${site}${path}`)).text();
  const csv = async (comparison) =>
    Papa.parse(await get(`/datasets/${comparison}/dataset.csv`), {
      header: true,
      skipEmptyLines: true,
      dynamicTyping: (column) => column !== "run_started_at",
    }).data;
  const all = await csv("chat");
  const { technologies } = JSON.parse(await get("/datasets/chat/dataset.json"));
  return {
    site,
    rows: firstOfEach(all),
    alone: all.filter((row) => runsOf(row).length === 1),
    searches: firstOfEach((await csv("chat-capacity")).filter((row) => row.rooms === 1 && row.interval_ms === 10)),
    names: new Map(technologies.map(({ id, name }) => [id, name])),
  };
}

/** Of each cell the first row, which has the runs that are shown together. */
function firstOfEach(rows) {
  return rows.filter((one, i) => rows.findIndex((row) => isSameCell(row, one)) === i);
}

export const QUESTIONS = [
  {
    asks: "Which carries most users in one room?",
    async answer(reader, { searches, names }) {
      const most = searches.reduce((a, b) => (a.carried_users > b.carried_users ? a : b));
      await until(async () => {
        const [[name, users]] = await reader.look(BOARD);
        assert.equal(name, names.get(most.technology));
        assertShown(users, most.carried_users);
      });
    },
  },
  {
    asks: "Which needs least memory at 20 users?",
    async answer(reader, { rows, names }) {
      const least = lowest(cellsAt(rows, 1, 20), "memory_mib");
      const heads = "[data-scoreboard] thead th";
      const isMemory = (text) => text?.startsWith("Memory");
      const column = (await reader.look(heads)).length - 2;
      if (!(await reader.look(heads)).some(isMemory)) await reader.swipe(".scoreboard-frame");
      await reader.click(`${heads} button`, "Memory");
      await until(async () => {
        const head = (await reader.look(heads))[column];
        assert.match(head, /^Memory.*1 room, 20 users$/);
        const [first] = await reader.look(BOARD);
        assert.equal(first[0], names.get(least.technology));
        assertShown(first[column], least.memory_mib);
      });
    },
  },
  {
    asks: "Node.js or Go, 40 users in a room: p99 of each?",
    async answer(reader, { rows, names }) {
      const [node, go] = await versusAt40(reader, rows, names);
      await until(async () => {
        const [, , ofNode, ofGo] = await versusRow(reader);
        assertShown(ofNode, node.latency_p99_ms);
        assertShown(ofGo, go.latency_p99_ms);
      });
    },
  },
  {
    asks: "What does the cluster cost over one process?",
    async answer(reader, { rows }) {
      const [one, cluster] = [NODE, "node-cluster"].map((id) => cellOf(rows, id, 1, 20));
      await reader.click("main a", "Closer looks");
      await reader.click("main li a", "cluster");
      await until(async () => {
        const text = (await reader.read("main p")).find((words) => words.includes("times the CPU"));
        const [, memory, cpu] =
          /with 20 users in one room it takes ([\d.]+) times the memory of a single process, and ([\d.]+) times the CPU/.exec(
            text,
          );
        assertShown(memory, cluster.memory_mib / one.memory_mib);
        assertShown(cpu, cluster.cpu_percent / one.cpu_percent);
      });
    },
  },
  {
    asks: "Which hold 30 users × 2 rooms with p99 under 10 ms and under 100 MiB?",
    async answer(reader, { rows, alone, names }) {
      const holds = (row) => isComplete(row) && row.latency_p99_ms <= 10 && row.memory_mib <= 100;
      const held = rows.filter((row) => row.rooms >= 2 && row.users >= 30 && aloneOf(row, alone).every(holds));
      const expected = [...new Set(held.map(({ technology }) => names.get(technology)))];
      await reader.click("main a", "Your chat");
      await reader.fillIn("[data-your-load]", {
        Rooms: "2",
        "Users per room": "30",
        "Latency p99 at most": "10",
        "Memory at most": "100",
      });
      await until(async () => {
        const [verdict] = await reader.read("[data-your-load-verdict]");
        assert.ok(
          verdict.startsWith(`${expected.length} of ${names.size} technologies held 2 rooms, 30 users`),
          verdict,
        );
        assert.deepEqual(sorted(await reader.read("[data-your-load-figures] tbody th")), sorted(expected));
      });
    },
  },
  {
    asks: "How sure is that difference?",
    async answer(reader, { rows, names }) {
      const { difference, ci95 } = welch(await versusAt40(reader, rows, names));
      await until(async () => {
        const words = (await versusRow(reader))[4];
        if (Math.abs(difference) <= ci95) assert.equal(words, "No difference shown");
        else {
          const [, verdict, size, from, to] = /is (lower|higher) by ([\d.,]+) ms \(([\d.,]+) to ([\d.,]+)\)/.exec(
            words,
          );
          assert.equal(verdict, difference < 0 ? "lower" : "higher");
          assertShown(size, Math.abs(difference));
          assertShown(from, Math.abs(difference) - ci95);
          assertShown(to, Math.abs(difference) + ci95);
        }
      });
    },
  },
  {
    asks: "On which machine, and when?",
    async answer(reader, { rows: [row] }) {
      const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
      const when = date.format(new Date(row.run_started_at));
      const { length: runs } = runsOf(row);
      const dated = runs > 1 ? `in ${runs} runs until ${when}` : `on ${when}`;
      await reader.click("main a", METHOD);
      await until(async () => {
        const [words] = await reader.read("#machine");
        assert.ok(
          words.startsWith(`Measured ${dated} on ${row.run_machine_cpu_model}, ${row.run_machine_cpu_count} cores`),
          words,
        );
        assert.ok(words.includes(`${row.run_machine_memory_mib.toLocaleString("en")} MiB of memory`), words);
      });
    },
  },
  {
    asks: "Was the client ever the limit?",
    async answer(reader, { rows }) {
      const limited = rows.filter((row) => row.saturated_iterations > 0).length;
      await reader.click("main a", METHOD);
      await until(async () => {
        const words = (await reader.read("main li")).join();
        assert.ok(words.includes(`The client may have been the limit at ${limited} of ${rows.length} points`), words);
      });
    },
  },
  {
    asks: "Where is the file behind this point?",
    async answer(reader, { site, rows, alone }) {
      const point = lowest(cellsAt(rows, 1, 20), "latency_p99_ms");
      await reader.click("main a", METHOD);
      await reader.click("#machine a", "a file");
      const [newest] = aloneOf(point, alone);
      await until(async () => assert.ok((await reader.read(".result-files tbody th a")).includes(newest.file)));
      const { results } = await (await fetch(`${site}/${newest.file}`)).json();
      const behind = results.filter((row) => isSameCell(row, point));
      assertShown(jstat.mean(behind.map((row) => row.latency_p99_ms)).toPrecision(3), newest.latency_p99_ms);
    },
  },
  {
    asks: "How do I run it myself?",
    async answer(reader, { site }) {
      await reader.click("main a", METHOD);
      const plan = await until(async () => {
        const words = (await reader.read("main p")).join();
        return /checkout of this site’s repository rtbench run (\S+) measures all cells again/.exec(words)[1];
      });
      assert.ok((await fetch(`${site}/${plan}`)).ok, plan);
    },
  },
  {
    asks: "How do I add mine?",
    async answer(reader) {
      await reader.click("main a", METHOD);
      const guides = await until(async () => {
        const words = (await reader.read("main p")).join();
        return /(\S+) there says how a server is added, (\S+) how results are/.exec(words).slice(1);
      });
      for (const guide of guides) assert.ok(existsSync(new URL(guide, ROOT)), guide);
    },
  },
  {
    asks: "What did the study of 2017 find for the same?",
    async answer(reader, { rows, names }) {
      const now = OF_2017.map((id) => cellOf(rows, id, 1, 60)).sort((a, b) => a.latency_mean_ms - b.latency_mean_ms);
      await reader.click("main a", "Closer looks");
      await reader.click("main li a", "2017");
      await until(async () => {
        const [today, found] = (await reader.read("main p")).filter((one) => one.includes("2017"));
        assert.match(found, /: Spring Boot first, on Tomcat before Jetty, then Akka;.*Node\.js last/);
        assertShown(/mean latency is the lowest, (\S+) ms/.exec(today)[1], now[0].latency_mean_ms);
        const [name, shown] = (await reader.look(".ranks tbody tr"))[0];
        assert.equal(name, names.get(now[0].technology));
        assertShown(shown, now[0].latency_mean_ms);
      });
    },
  },
];

/** Goes to A versus B by its link, and sets Node.js against Go. Resolves with the cells of both at 40 users. */
async function versusAt40(reader, rows, names) {
  await reader.click("main a", "A versus B");
  await reader.fillIn("[data-versus]", { "Technology A": names.get(NODE), "Technology B": names.get(GO) });
  return [NODE, GO].map((id) => cellOf(rows, id, 1, 40));
}

/** The cells in sight of the row of 40 users in one room: rooms, users, both figures, what they say. */
async function versusRow(reader) {
  const [summary] = await reader.read("[data-versus] summary");
  assert.match(summary, /^Latency, p99 \(ms\)/);
  const row = (await reader.look("[data-versus] tbody tr")).find(([rooms, users]) => rooms === "1" && users === "40");
  assert.ok(row, "the row of 40 users is in sight");
  return row;
}

/** The difference of two means, and its 95 % half-width by Welch's t. */
function welch([a, b]) {
  const quantile = (freedom) => jstat.studentt.inv(0.975, freedom);
  const [fa, fb] = [a, b].map((row) => row.n - runsOf(row).length);
  const va = (a.latency_p99_ms_ci95 / quantile(fa)) ** 2;
  const vb = (b.latency_p99_ms_ci95 / quantile(fb)) ** 2;
  const freedom = (va + vb) ** 2 / (va ** 2 / fa + vb ** 2 / fb);
  return { difference: a.latency_p99_ms - b.latency_p99_ms, ci95: quantile(freedom) * Math.sqrt(va + vb) };
}

const runsOf = (row) => row.run.split("; ");
const isSameCell = (a, b) => ["technology", "rooms", "users"].every((key) => a[key] === b[key]);
const aloneOf = (row, alone) => alone.filter((one) => runsOf(row).includes(one.run) && isSameCell(one, row));
const isComplete = (row) => row.lost_deliveries === 0 && row.unfinished_iterations === 0;
const cellsAt = (rows, rooms, users) => rows.filter((row) => row.rooms === rooms && row.users === users);
const cellOf = (rows, id, ...place) => cellsAt(rows, ...place).find((row) => row.technology === id);
const lowest = (rows, field) => rows.reduce((a, b) => (a[field] <= b[field] ? a : b));
const sorted = (texts) => [...texts].sort();
const figure = (text) => Number(/[\d.,]+/.exec(text)[0].replaceAll(",", ""));

/** A page shows three digits. */
function assertShown(text, value) {
  assert.ok(text !== null, "the figure is in sight");
  assert.ok(Math.abs(figure(text) - value) <= 0.006 * value, `${text} is shown for ${value}`);
}
