package org.realtimebench.bookstore;

/** A bookstore with a verticle for each core that the server may run on. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    BookstoreServer.run(Runtime.getRuntime().availableProcessors(), Books::new);
  }
}
