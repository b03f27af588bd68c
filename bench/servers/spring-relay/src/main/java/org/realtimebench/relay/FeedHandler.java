package org.realtimebench.relay;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;

/** Takes on pages, and passes on to all of them what the broker has. */
@Component
class FeedHandler implements WebSocketHandler {

  private final Set<Page> pages = ConcurrentHashMap.newKeySet();
  private final Connections connections;

  FeedHandler(Connections connections) {
    this.connections = connections;
  }

  private record Page(WebSocketSession session, SendQueue sendQueue) {}

  @RabbitListener(queues = "#{feedQueue.name}")
  void receive(Message message) {
    pages.forEach(page -> page.sendQueue().add(message.getBody()));
  }

  @Override
  public Mono<Void> handle(WebSocketSession session) {
    Page page = new Page(session, new SendQueue());
    pages.add(page);
    Mono<Void> output =
        session.send(page.sendQueue().bodies().map(body -> textMessage(session, body)));
    // A page says nothing; what it says all the same is ignored.
    Mono<Void> input = session.receive().then().doFinally(end -> remove(page));
    Mono<Void> cutOff = Mono.fromRunnable(() -> connections.cut(session));
    return input.and(output).or(page.sendQueue().overflow().then(cutOff));
  }

  /** Before anything is stopped. */
  @EventListener(ContextClosedEvent.class)
  void dismissAll() {
    pages.forEach(page -> page.session().close(CloseStatus.GOING_AWAY).subscribe());
  }

  private void remove(Page page) {
    pages.remove(page);
    page.sendQueue().complete();
  }

  /** As it came: neither decoded nor encoded anew. */
  private static WebSocketMessage textMessage(WebSocketSession session, byte[] body) {
    return new WebSocketMessage(WebSocketMessage.Type.TEXT, session.bufferFactory().wrap(body));
  }
}
