package org.realtimebench.relay;

import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;

/** Where the feed is to be found. */
@Configuration
class WebSocketConfiguration {

  @Bean
  HandlerMapping webSocketMapping(FeedHandler feed) {
    return new SimpleUrlHandlerMapping(Map.of("/feed", feed), Ordered.HIGHEST_PRECEDENCE);
  }
}
