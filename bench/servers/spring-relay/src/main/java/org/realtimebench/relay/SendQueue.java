package org.realtimebench.relay;

import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What waits to be sent to one page. */
final class SendQueue {

  // A page that falls this far behind is cut off, so that it cannot fill the server's memory.
  private static final long MAX_QUEUED_BYTES = 4 * 1024 * 1024;

  private final Sinks.Many<byte[]> bodies = Sinks.unsafe().many().unicast().onBackpressureBuffer();
  private final Sinks.Empty<Void> overflow = Sinks.empty();
  private final AtomicLong queuedBytes = new AtomicLong();

  // The sink takes from one thread at a time only.
  synchronized void add(byte[] body) {
    if (queuedBytes.addAndGet(body.length) > MAX_QUEUED_BYTES) {
      overflow.tryEmitEmpty();
    } else {
      bodies.tryEmitNext(body);
    }
  }

  /** Nothing more will be added. */
  synchronized void complete() {
    bodies.tryEmitComplete();
  }

  /** The bodies in the order in which they were added. */
  Flux<byte[]> bodies() {
    return bodies.asFlux().doOnNext(body -> queuedBytes.addAndGet(-body.length));
  }

  /** Completes when more waits than may. */
  Mono<Void> overflow() {
    return overflow.asMono();
  }
}
