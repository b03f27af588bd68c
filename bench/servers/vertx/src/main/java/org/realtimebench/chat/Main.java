package org.realtimebench.chat;

/** The chat server that knows the sockets of each room. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    ChatServer.run(vertx -> new SocketRegistry());
  }
}
