// What servers cost before anyone connects: data/servers.json, by `rtbench servers facts`.

import { parsedJson } from "./read.js";
import { schemaFaults } from "./schema-faults.js";
import { quote } from "./words.js";

/**
 * @param {string} file its path in messages
 * @param {string} text
 * @param {import("./comparison.js").Registry} registry
 * @param {import("./read.js").Schemas} schemas
 * @returns {{facts: ?object, faults: import("./faults.js").Fault[]}} `facts`: `path`, the `servers` in the registry's order, each with
 *   its `look` (the registry's entry, or its bare id), and the `machines` that they were measured on, each with the ids of its
 *   `technologies`; null where there is no server
 */
export function readServerFacts(file, text, { technologies }, { validators }) {
  const { document, faults } = parsedJson(file, text);
  if (faults.length > 0) return { facts: null, faults };
  if (!validators.servers(document)) return { facts: null, faults: schemaFaults(validators.servers.errors) };
  const { servers } = document;
  const twice = faultsOfIds(servers.map(({ technology }) => technology));
  if (twice.length > 0 || servers.length === 0) return { facts: null, faults: twice };
  const place = ({ technology }) => {
    const index = technologies.findIndex(({ id }) => id === technology);
    return index < 0 ? technologies.length : index;
  };
  const ordered = [...servers].sort((a, b) => place(a) - place(b) || (a.technology < b.technology ? -1 : 1));
  const look = ({ technology: id }) => technologies.find((one) => one.id === id) ?? { id, name: id };
  const facts = {
    path: file,
    servers: ordered.map((server) => ({ ...server, look: look(server) })),
    machines: machinesOf(ordered),
  };
  return { facts, faults: [] };
}

function faultsOfIds(ids) {
  return ids.flatMap((id, i) => {
    if (ids.indexOf(id) === i) return [];
    return [{ keys: ["servers", i, "technology"], what: `${quote(id)} is there twice (expected each server once)` }];
  });
}

function machinesOf(servers) {
  const machines = new Map();
  for (const server of servers) {
    const machine = machineOf(server);
    const key = JSON.stringify(machine);
    if (!machines.has(key)) machines.set(key, { ...machine, technologies: [] });
    machines.get(key).technologies.push(server.technology);
  }
  return [...machines.values()];
}

function machineOf({ machine: { cpu_model, cpu_count, os = null, kernel }, server_cpus, measured_at }) {
  return { cpu_model, cpu_count, os, kernel, server_cpus, day: measured_at.slice(0, 10) };
}
