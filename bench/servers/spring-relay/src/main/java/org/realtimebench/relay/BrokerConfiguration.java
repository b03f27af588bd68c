package org.realtimebench.relay;

import java.util.Map;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Binding.DestinationType;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.config.ContainerCustomizer;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A queue of the relay's own, which the broker's topic exchange fills; Spring declares both. */
@Configuration
class BrokerConfiguration {

  static final long RETRY_PAUSE_MS = 1000;

  /** Named by chance, exclusive, and deleted with the connection. */
  @Bean
  Queue feedQueue() {
    return QueueBuilder.nonDurable().exclusive().autoDelete().build();
  }

  @Bean
  Binding topicBinding(Queue feedQueue, @Value("${relay.topic}") String topic) {
    return new Binding(feedQueue.getName(), DestinationType.QUEUE, "amq.topic", topic, Map.of());
  }

  /** It tries again where the broker is absent, from the start or later. */
  @Bean
  ContainerCustomizer<SimpleMessageListenerContainer> retry() {
    return container -> {
      container.setRecoveryInterval(RETRY_PAUSE_MS);
      container.setMissingQueuesFatal(false);
    };
  }
}
