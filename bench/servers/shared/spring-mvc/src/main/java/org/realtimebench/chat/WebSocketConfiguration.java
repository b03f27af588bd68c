package org.realtimebench.chat;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;

/** Where the chat is to be found. */
@Configuration
@EnableWebSocket
class WebSocketConfiguration implements WebSocketConfigurer {

  private final ChatHandler chat;

  WebSocketConfiguration(ChatHandler chat) {
    this.chat = chat;
  }

  @Override
  public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
    registry.addHandler(chat, "/chat");
  }
}
