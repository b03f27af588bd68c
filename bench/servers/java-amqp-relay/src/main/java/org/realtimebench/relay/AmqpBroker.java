package org.realtimebench.relay;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** RabbitMQ, by AMQP 0-9-1: its topic exchange fills a queue of the relay's own. */
final class AmqpBroker implements Broker {

  private final ConnectionFactory factory = new ConnectionFactory();
  private final String topic;

  AmqpBroker(String address, String topic) throws URISyntaxException, GeneralSecurityException {
    factory.setUri(address);
    // The server does so, also where the broker was absent from the start.
    factory.setAutomaticRecoveryEnabled(false);
    this.topic = topic;
  }

  /** Host and port, without the user. */
  String place() {
    return factory.getHost() + ":" + factory.getPort();
  }

  @Override
  public void relay(Consumer<byte[]> pages) throws IOException, InterruptedException {
    Connection connection = connect();
    try {
      CountDownLatch gone = new CountDownLatch(1);
      connection.addShutdownListener(cause -> gone.countDown());
      subscribe(connection.createChannel(), pages, gone);
      gone.await();
      throw new IOException("the connection is closed");
    } catch (ShutdownSignalException gone) {
      throw new IOException(gone.getMessage(), gone);
    } finally {
      connection.abort();
    }
  }

  private Connection connect() throws IOException {
    try {
      return factory.newConnection();
    } catch (TimeoutException slow) {
      throw new IOException("no answer in time", slow);
    }
  }

  private void subscribe(Channel channel, Consumer<byte[]> pages, CountDownLatch gone)
      throws IOException {
    // Named by the broker, exclusive, and deleted with the connection.
    String queue = channel.queueDeclare().getQueue();
    channel.queueBind(queue, "amq.topic", topic);
    boolean acknowledged = true;
    channel.basicConsume(
        queue,
        acknowledged,
        (tag, delivery) -> pages.accept(delivery.getBody()),
        tag -> gone.countDown());
  }
}
