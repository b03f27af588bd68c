// Loads a chat server as users of k6 would: a virtual user a chat user, k6/websockets, setInterval, JSON.parse,
// and a Trend. Prints one JSON object when all virtual users have heard all.

import { Trend } from "k6/metrics";
import { WebSocket } from "k6/websockets";

const rooms = Number(__ENV.ROOMS);
const usersPerRoom = Number(__ENV.USERS);
const messagesPerUser = Number(__ENV.MESSAGES);
const intervalMs = Number(__ENV.INTERVAL_MS);

// Time for all virtual users to connect and join; the protocol does not acknowledge a join.
const SETTLING_MS = 1500;

const users = rooms * usersPerRoom;
const expectedPerUser = usersPerRoom * messagesPerUser;

// k6 has no finer clock than Date.now(), so these are whole milliseconds.
const latency = new Trend("latency", true);

export const options = {
  scenarios: { chat: { executor: "per-vu-iterations", vus: users, iterations: 1, maxDuration: "10m" } },
  summaryTrendStats: ["med", "p(99)", "count"],
};

export function setup() {
  return { startAt: Date.now() + SETTLING_MS };
}

export default function ({ startAt }) {
  const number = __VU - 1;
  const name = `load-user-${number}`;
  const chat = `load-room-${number % rooms}`;
  const phaseMs = (number * intervalMs) / users;
  let sent = 0;
  let received = 0;

  const socket = new WebSocket(__ENV.URL);
  socket.onopen = () => {
    socket.send(JSON.stringify({ chat, name }));
    setTimeout(start, startAt + phaseMs - Date.now());
  };
  socket.onmessage = ({ data }) => {
    const { message } = JSON.parse(data);
    latency.add(Date.now() - Number(message));
    received += 1;
    if (received === expectedPerUser) socket.close();
  };

  function start() {
    const timer = setInterval(() => {
      socket.send(JSON.stringify({ name, chat, message: String(Date.now()) }));
      sent += 1;
      if (sent === messagesPerUser) clearInterval(timer);
    }, intervalMs);
  }
}

export function handleSummary({ metrics }) {
  const { med, count, "p(99)": p99 } = metrics.latency.values;
  const report = {
    expected_deliveries: users * expectedPerUser,
    received_deliveries: count,
    latency_p50_ms: med,
    latency_p99_ms: p99,
  };
  return { stdout: `${JSON.stringify(report)}\n` };
}
