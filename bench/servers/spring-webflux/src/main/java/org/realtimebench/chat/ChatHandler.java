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
    SendQueue sendQueue = new SendQueue();
    FrameHandler handler = new FrameHandler(session, sendQueue, json, rooms);

    Mono<Void> output =
        session.send(sendQueue.texts().map(session::textMessage)).then(Mono.defer(session::close));
    Mono<Void> input =
        session
            .receive()
            .concatMap(handler::receive)
            .then()
            .doFinally(end -> handler.end());
    return input.and(output).or(sendQueue.overflow());
  }
}
