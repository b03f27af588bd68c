// The broker, by STOMP in a WebSocket.

import { Client } from "@stomp/stompjs";
import { WebSocket } from "ws";

const RETRY_PAUSE_MS = 1000;
const USER = { login: "bench", passcode: "bench", host: "/" };

/**
 * Subscribes to a topic, and hands on the body of each message, as bytes. Where the broker is absent or goes away it
 * connects again, until the client that is returned is deactivated.
 */
export function subscribe(url, topic, handOn) {
  const client = new Client({
    webSocketFactory: () => new WebSocket(url, client.stompVersions.protocolVersions()),
    connectHeaders: USER,
    reconnectDelay: RETRY_PAUSE_MS,
    onConnect: () => client.subscribe(`/topic/${topic}`, (message) => handOn(message.binaryBody)),
    onStompError: (frame) => console.error(`the broker at ${url} says: ${frame.headers.message}`),
    onWebSocketClose: () => {
      if (client.active) console.error(`no broker at ${url}; trying again in ${RETRY_PAUSE_MS / 1000} s`);
    },
  });
  client.activate();
  return client;
}
