package org.realtimebench.relay;

import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.listener.ListenerContainerConsumerFailedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/** Says on standard error that the broker is absent or went away. */
@Component
class BrokerMonitor {

  private final ConnectionFactory broker;

  BrokerMonitor(ConnectionFactory broker) {
    this.broker = broker;
  }

  @EventListener
  void say(ListenerContainerConsumerFailedEvent failure) {
    System.err.printf(
        "no broker at %s:%d: %s; trying again in %d s%n",
        broker.getHost(),
        broker.getPort(),
        reason(failure),
        BrokerConfiguration.RETRY_PAUSE_MS / 1000);
  }

  private static String reason(ListenerContainerConsumerFailedEvent failure) {
    Throwable gone = failure.getThrowable();
    return gone == null
        ? failure.getReason()
        : NestedExceptionUtils.getMostSpecificCause(gone).getMessage();
  }
}
