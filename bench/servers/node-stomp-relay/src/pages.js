// The pages, and the way of a message to all of them.

import { WebSocket } from "ws";

// A page that falls this far behind is cut off, so that it cannot fill the server's memory.
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Takes on a new page. It says nothing; what it says all the same is ignored. */
export function takeOn(page) {
  // ws closes the connection after a protocol error; without a listener it would end the process.
  page.on("error", () => {});
}

/** Sends a message's body, as bytes of UTF-8, to all pages. */
export function sendToAll(pages, body) {
  for (const page of pages) {
    if (page.readyState !== WebSocket.OPEN) continue;
    if (page.bufferedAmount > MAX_BUFFERED_BYTES) page.terminate();
    else page.send(body, { binary: false });
  }
}
