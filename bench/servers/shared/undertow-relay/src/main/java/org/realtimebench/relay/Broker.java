package org.realtimebench.relay;

import java.io.IOException;
import java.util.function.Consumer;

/** Where the messages come from: what the relays differ in. */
interface Broker {

  /**
   * Subscribes, and hands on the body of each message until the broker is gone.
   *
   * @throws IOException always in the end: it says why no more messages come
   */
  void relay(Consumer<byte[]> pages) throws IOException, InterruptedException;
}
