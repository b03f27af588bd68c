package org.realtimebench.chat;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;

/**
 * A room is an address of the event bus, at which each of its users has a consumer. The bus runs
 * the consumer in the event loop of the user's socket.
 */
final class EventBusRooms implements Rooms {

  private final EventBus eventBus;

  EventBusRooms(EventBus eventBus) {
    this.eventBus = eventBus;
  }

  // A consumer is never paused: a paused one discards what is beyond its 1000 buffered messages.
  @Override
  public Runnable enter(User user) {
    MessageConsumer<String> consumer =
        eventBus.localConsumer(addressOf(user.room()), message -> user.send(message.body()));
    return consumer::unregister;
  }

  @Override
  public void post(String room, String text) {
    eventBus.publish(addressOf(room), text);
  }

  private static String addressOf(String room) {
    return "chat.room." + room;
  }
}
