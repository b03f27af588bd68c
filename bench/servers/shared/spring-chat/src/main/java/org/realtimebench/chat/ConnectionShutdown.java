package org.realtimebench.chat;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Closes all users' connections when the server stops, before the web server is stopped. Spring
 * waits for it as long as for any phase of the shutdown.
 */
@Component
class ConnectionShutdown implements SmartLifecycle {

  private final Rooms rooms;
  private volatile boolean running;

  ConnectionShutdown(Rooms rooms) {
    this.rooms = rooms;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public void stop() {
    rooms.all().forEach(User::dismiss);
    running = false;
  }

  @Override
  public void stop(Runnable done) {
    Thread closing =
        new Thread(
            () -> {
              stop();
              done.run();
            });
    closing.start();
  }
}
