package org.realtimebench.relay;

import io.netty.handler.codec.mqtt.MqttQoS;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.mqtt.MqttClient;
import io.vertx.mqtt.MqttClientOptions;
import java.net.URI;
import java.util.function.Consumer;

/** Mosquitto, by MQTT 3.1.1. */
final class MqttBroker implements Broker {

  // The default is Netty's 8 KiB.
  private static final int MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

  private final Vertx vertx;
  private final URI address;
  private final String topic;
  // One that nothing refers to is collected, and its connection closed.
  private MqttClient client;

  MqttBroker(Vertx vertx, URI address, String topic) {
    this.vertx = vertx;
    this.address = address;
    this.topic = topic;
  }

  @Override
  public Future<Void> relay(Consumer<String> pages) {
    Promise<Void> gone = Promise.promise();
    MqttClientOptions options = new MqttClientOptions().setMaxMessageSize(MAX_MESSAGE_BYTES);
    client = MqttClient.create(vertx, options);
    client.publishHandler(message -> pages.accept(message.payload().toString()));
    client.closeHandler(closed -> gone.tryFail("the connection is closed"));
    client
        .connect(address.getPort(), address.getHost())
        .compose(connected -> client.subscribe(topic, MqttQoS.AT_MOST_ONCE.value()))
        .onFailure(gone::tryFail);
    return gone.future();
  }
}
