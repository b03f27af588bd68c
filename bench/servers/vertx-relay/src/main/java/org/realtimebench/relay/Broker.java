package org.realtimebench.relay;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.function.Consumer;

/** Where the messages come from. */
interface Broker {

  /**
   * Subscribes, and hands on each message.
   *
   * @return what fails once no more messages come, and says why
   */
  Future<Void> relay(Consumer<String> pages);

  /** The broker at an address, whose scheme says by which protocol it is spoken to. */
  static Broker at(Vertx vertx, URI address, String topic) {
    return switch (String.valueOf(address.getScheme())) {
      case "stomp" -> new StompBroker(vertx, address, topic);
      case "mqtt" -> new MqttBroker(vertx, address, topic);
      default ->
          throw new IllegalArgumentException(
              "BROKER_URL: found %s, expected a scheme of stomp or mqtt".formatted(address));
    };
  }
}
