// Loads a chat server as users of Node.js and ws would: an event handler a socket, a timer a user, JSON.parse,
// and a histogram of perf_hooks. Prints one JSON object when all deliveries have come.

import { once } from "node:events";
import { createHistogram, performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { WebSocket } from "ws";

const { URL: url } = process.env;
const rooms = Number(process.env.ROOMS);
const usersPerRoom = Number(process.env.USERS);
const messagesPerUser = Number(process.env.MESSAGES);
const intervalMs = Number(process.env.INTERVAL_MS);

// The protocol does not acknowledge a join.
const SETTLING_MS = 500;

const users = rooms * usersPerRoom;
const expected = users * usersPerRoom * messagesPerUser;
const latencyUs = createHistogram();
const sockets = [];
let received = 0;

async function join(number) {
  const name = `load-user-${number}`;
  const chat = `load-room-${number % rooms}`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  socket.on("message", receive);
  socket.on("close", () => {
    if (received < expected) throw new Error(`${name} was disconnected after ${received} of ${expected} deliveries`);
  });
  socket.send(JSON.stringify({ chat, name }));
  sockets.push({ socket, name, chat });
}

function receive(data) {
  const { message } = JSON.parse(data);
  latencyUs.record(Math.max(1, Math.round((performance.now() - Number(message)) * 1000)));
  received += 1;
  if (received === expected) finish();
}

function start({ socket, name, chat }) {
  let sent = 0;
  const timer = setInterval(() => {
    socket.send(JSON.stringify({ name, chat, message: String(performance.now()) }));
    sent += 1;
    if (sent === messagesPerUser) clearInterval(timer);
  }, intervalMs);
}

function finish() {
  for (const { socket } of sockets) socket.close();
  const report = {
    expected_deliveries: expected,
    received_deliveries: received,
    latency_p50_ms: latencyUs.percentile(50) / 1000,
    latency_p99_ms: latencyUs.percentile(99) / 1000,
  };
  console.log(JSON.stringify(report));
}

for (let number = 0; number < users; number += 1) await join(number);
await sleep(SETTLING_MS);
for (const [number, user] of sockets.entries()) setTimeout(start, (number * intervalMs) / users, user);
