package org.realtimebench.relay;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.net.URI;
import java.util.Set;

/**
 * Passes on what the broker has, on one event loop, and subscribes anew where it was absent or went
 * away.
 */
final class BrokerVerticle extends VerticleBase {

  private static final long RETRY_PAUSE_MS = 1000;

  private final URI address;
  private final Broker broker;
  private final Set<Page> pages;
  private volatile boolean stopping;

  BrokerVerticle(URI address, Broker broker, Set<Page> pages) {
    this.address = address;
    this.broker = broker;
    this.pages = pages;
  }

  @Override
  public Future<?> start() {
    relay();
    // Pages are welcome whether the broker is there or not.
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    return Future.succeededFuture();
  }

  private void relay() {
    broker.relay(body -> pages.forEach(page -> page.send(body))).onFailure(this::tryAgain);
  }

  private void tryAgain(Throwable gone) {
    if (!stopping) {
      System.err.printf(
          "no broker at %s: %s; trying again in %d s%n",
          address, gone.getMessage(), RETRY_PAUSE_MS / 1000);
      vertx.setTimer(RETRY_PAUSE_MS, timer -> relay());
    }
  }
}
