package org.realtimebench.chat;

import org.springframework.stereotype.Component;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Connects each WebSocket's two streams with the chat. */
@Component
class ChatHandler implements WebSocketHandler {

  private final JsonMapper json;
  private final Rooms rooms;

  ChatHandler(JsonMapper json, Rooms rooms) {
    this.json = json;
    this.rooms = rooms;
  }

  @Override
  public Mono<Void> handle(WebSocketSession session) {
    Outbox outbox = new Outbox();
    Conversation conversation = new Conversation(session, outbox, json, rooms);

    Mono<Void> output =
        session.send(outbox.texts().map(session::textMessage)).then(Mono.defer(session::close));
    Mono<Void> input =
        session
            .receive()
            .concatMap(conversation::receive)
            .then()
            .doFinally(end -> conversation.end());
    return input.and(output).or(outbox.overflow());
  }
}
