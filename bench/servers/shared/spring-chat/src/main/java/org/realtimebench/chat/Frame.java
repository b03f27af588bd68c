package org.realtimebench.chat;

/** What a client sends: without a message to join, with one to post. Any part may be missing. */
record Frame(String chat, String name, String message) {

  boolean isJoin() {
    return chat != null && !chat.isEmpty() && name != null && !name.isEmpty();
  }

  boolean isPostOf(User user) {
    return user.name().equals(name) && user.room().equals(chat) && message != null;
  }
}
