package org.realtimebench.relay;

import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.xnio.IoUtils;

/**
 * A page whose messages wait in Undertow's own queue, which is without a bound, and are counted.
 */
final class QueueingPage implements Page {

  // A page that falls this far behind is cut off, so that it cannot fill the server's memory.
  private static final long MAX_WAITING_BYTES = 4 * 1024 * 1024;

  private final WebSocketChannel channel;
  private final AtomicLong waitingBytes = new AtomicLong();

  QueueingPage(WebSocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public void send(byte[] body) {
    if (waitingBytes.addAndGet(body.length) > MAX_WAITING_BYTES) {
      cutOff();
    } else {
      WebSockets.sendText(ByteBuffer.wrap(body), channel, new Sent(body.length));
    }
  }

  /** Closes the TCP connection: a close frame would wait behind all that is queued. */
  private void cutOff() {
    IoUtils.safeClose(channel);
  }

  private final class Sent implements WebSocketCallback<Void> {

    private final int bytes;

    Sent(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public void complete(WebSocketChannel sentOn, Void context) {
      waitingBytes.addAndGet(-bytes);
    }

    @Override
    public void onError(WebSocketChannel sentOn, Void context, Throwable error) {
      cutOff();
    }
  }
}
