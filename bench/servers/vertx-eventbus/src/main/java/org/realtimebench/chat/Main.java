package org.realtimebench.chat;

/** The chat server whose rooms are addresses of the event bus. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    ChatServer.run(vertx -> new EventBusRooms(vertx.eventBus()));
  }
}
