package org.realtimebench.relay;

import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.xnio.IoUtils;

/**
 * A page whose messages are written by whichever thread of a pool is free, by one at a time, so
 * that they stay in order. The thread waits until the page's socket has taken the message.
 */
final class BlockingPage implements Page {

  // A page that falls this far behind is cut off, so that it cannot fill the server's memory.
  private static final int MAX_WAITING_BYTES = 4 * 1024 * 1024;

  private final WebSocketChannel channel;
  private final Executor threads;
  private final Queue<byte[]> waiting = new ArrayDeque<>();
  private int waitingBytes;
  private boolean beingWritten;

  BlockingPage(WebSocketChannel channel, Executor threads) {
    this.channel = channel;
    this.threads = threads;
  }

  @Override
  public void send(byte[] body) {
    if (!queue(body)) {
      cutOff();
    } else if (claim()) {
      threads.execute(this::write);
    }
  }

  /** Adds a message to those that wait; false if they are too many. */
  private synchronized boolean queue(byte[] body) {
    if (waitingBytes + body.length > MAX_WAITING_BYTES) {
      return false;
    }
    waiting.add(body);
    waitingBytes += body.length;
    return true;
  }

  /** Whether the caller is to have the page written to; false if a thread does so already. */
  private synchronized boolean claim() {
    boolean claimed = !beingWritten;
    beingWritten = true;
    return claimed;
  }

  private void write() {
    try {
      for (byte[] body = next(); body != null; body = next()) {
        WebSockets.sendTextBlocking(ByteBuffer.wrap(body), channel);
      }
    } catch (IOException gone) {
      cutOff();
    }
  }

  /** The next message; null, and the page is free for another thread, if none waits. */
  private synchronized byte[] next() {
    byte[] body = waiting.poll();
    if (body == null) {
      beingWritten = false;
    } else {
      waitingBytes -= body.length;
    }
    return body;
  }

  /** Closes the TCP connection, which also ends a write that waits for the page. */
  private void cutOff() {
    IoUtils.safeClose(channel);
  }
}
