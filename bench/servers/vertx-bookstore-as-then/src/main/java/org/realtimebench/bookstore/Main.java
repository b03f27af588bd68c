package org.realtimebench.bookstore;

/** The bookstore as Vert.x had it in the study of 2019: one verticle, and each statement logged. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    String pauseUs = System.getenv().getOrDefault("CONSOLE_LINE_US", "0");
    SlowConsole.install(Long.parseLong(pauseUs));
    BookstoreServer.run(1, LoggedBooks::new);
  }
}
