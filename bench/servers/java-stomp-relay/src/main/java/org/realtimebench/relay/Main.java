package org.realtimebench.relay;

import java.net.URI;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The relay as the study of messages from a broker to a page had it: STOMP, and 50 threads. */
public final class Main {

  private static final int THREADS = 50;

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    String address = RelayServer.variable("BROKER_URL", "stomp://127.0.0.1:61613");
    String topic = RelayServer.variable("TOPIC", "bench");
    Executor threads = Executors.newFixedThreadPool(THREADS);
    RelayServer server = new RelayServer(channel -> new BlockingPage(channel, threads));
    server.start();
    server.relay(address, new StompBroker(URI.create(address), topic));
  }
}
