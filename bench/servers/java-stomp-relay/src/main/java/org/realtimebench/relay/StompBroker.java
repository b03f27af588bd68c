package org.realtimebench.relay;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * RabbitMQ, by STOMP 1.2 over TCP: a blocking socket, read by the thread that asks for messages.
 */
final class StompBroker implements Broker {

  private static final String CONNECT =
      "CONNECT\naccept-version:1.2\nhost:/\nlogin:bench\npasscode:bench\n\n\0";
  private static final String SUBSCRIBE =
      "SUBSCRIBE\nid:feed\ndestination:/topic/%s\nack:auto\n\n\0";

  private final URI address;
  private final String topic;

  StompBroker(URI address, String topic) {
    this.address = address;
    this.topic = topic;
  }

  @Override
  public void relay(Consumer<byte[]> pages) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setKeepAlive(true);
      StompReader frames = new StompReader(socket.getInputStream());
      say(socket.getOutputStream(), CONNECT);
      frames.next("CONNECTED");
      say(socket.getOutputStream(), SUBSCRIBE.formatted(topic));
      while (true) {
        pages.accept(frames.next("MESSAGE"));
      }
    }
  }

  private static void say(OutputStream out, String frame) throws IOException {
    out.write(frame.getBytes(StandardCharsets.UTF_8));
  }
}
