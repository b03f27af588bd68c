package org.realtimebench.chat;

import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;
import reactor.netty.http.server.WebsocketServerSpec;

/** Where the chat is to be found, and how large a message may be. */
@Configuration
class WebSocketConfiguration implements WebFluxConfigurer {

  private static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  @Bean
  HandlerMapping webSocketMapping(ChatHandler chat) {
    return new SimpleUrlHandlerMapping(Map.of("/chat", chat), Ordered.HIGHEST_PRECEDENCE);
  }

  @Override
  public WebSocketService getWebSocketService() {
    return new HandshakeWebSocketService(
        new ReactorNettyRequestUpgradeStrategy(
            () -> WebsocketServerSpec.builder().maxFramePayloadLength(MAX_MESSAGE_BYTES)));
  }
}
