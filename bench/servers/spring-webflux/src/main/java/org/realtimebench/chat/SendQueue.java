package org.realtimebench.chat;

import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What waits to be sent to one user. Any thread may add to it. */
final class SendQueue {

  // A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
  private static final long MAX_QUEUED_CHARS = 64 * 1024 * 1024;

  private final Sinks.Many<String> texts = Sinks.unsafe().many().unicast().onBackpressureBuffer();
  private final Sinks.Empty<Void> overflow = Sinks.empty();
  private final AtomicLong queuedChars = new AtomicLong();

  // The sink takes from one thread at a time only.
  synchronized void add(String text) {
    if (queuedChars.addAndGet(text.length()) > MAX_QUEUED_CHARS) {
      overflow.tryEmitEmpty();
    } else {
      texts.tryEmitNext(text);
    }
  }

  /** Nothing more will be added. */
  synchronized void complete() {
    texts.tryEmitComplete();
  }

  /** The texts in the order in which they were added. */
  Flux<String> texts() {
    return texts.asFlux().doOnNext(text -> queuedChars.addAndGet(-text.length()));
  }

  /** Completes when more waits than may. */
  Mono<Void> overflow() {
    return overflow.asMono();
  }
}
