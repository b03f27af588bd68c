package org.realtimebench.chat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows the users of each room and writes to each of their sockets in turn. All event loops share
 * it; a write to a socket of another one is handed over by Vert.x.
 */
final class SocketRegistry implements Rooms {

  private final Map<String, Set<User>> usersByRoom = new ConcurrentHashMap<>();

  @Override
  public Runnable enter(User user) {
    usersByRoom.compute(
        user.room(),
        (room, users) -> {
          Set<User> all = users == null ? ConcurrentHashMap.newKeySet() : users;
          all.add(user);
          return all;
        });
    return () -> leave(user);
  }

  private void leave(User user) {
    usersByRoom.computeIfPresent(
        user.room(),
        (room, users) -> {
          users.remove(user);
          return users.isEmpty() ? null : users;
        });
  }

  @Override
  public void post(String room, String text) {
    for (User user : usersByRoom.getOrDefault(room, Set.of())) {
      user.send(text);
    }
  }
}
