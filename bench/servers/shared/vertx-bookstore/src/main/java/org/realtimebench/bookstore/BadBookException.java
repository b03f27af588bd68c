package org.realtimebench.bookstore;

/** What a client sent is no book; the message names the member that is wrong. */
final class BadBookException extends Exception {

  private static final long serialVersionUID = 1;

  BadBookException(String message) {
    super(message);
  }
}
