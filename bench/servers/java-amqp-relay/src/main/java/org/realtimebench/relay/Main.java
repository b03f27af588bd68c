package org.realtimebench.relay;

import java.net.URISyntaxException;
import java.security.GeneralSecurityException;

/** The relay with RabbitMQ's own client. */
public final class Main {

  private Main() {}

  public static void main(String[] args)
      throws InterruptedException, URISyntaxException, GeneralSecurityException {
    String address = RelayServer.variable("BROKER_URL", "amqp://bench:bench@127.0.0.1:5672");
    AmqpBroker broker = new AmqpBroker(address, RelayServer.variable("TOPIC", "bench"));
    RelayServer server = new RelayServer(QueueingPage::new);
    server.start();
    server.relay(broker.place(), broker);
  }
}
