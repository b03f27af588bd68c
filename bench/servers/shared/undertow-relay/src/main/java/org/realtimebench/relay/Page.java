package org.realtimebench.relay;

/** How a message reaches a page: the other thing that the relays differ in. */
interface Page {

  /** Queues the body of a message, or cuts the page off if too much waits for it already. */
  void send(byte[] body);
}
