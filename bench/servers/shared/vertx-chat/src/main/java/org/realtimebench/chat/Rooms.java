package org.realtimebench.chat;

/** How a message reaches all users of a room: what the two servers differ in. */
interface Rooms {

  /**
   * Lets the user into its room: from now on it is sent what is posted there.
   *
   * @return what takes it out again
   */
  Runnable enter(User user);

  /** Sends the text to all users of the room. */
  void post(String room, String text);
}
