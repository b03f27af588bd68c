package org.realtimebench.chat;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Who is in which room. A name is in use once, whatever the room. */
@Component
class Rooms {

  private final Map<String, User> usersByName = new ConcurrentHashMap<>();
  private final Map<String, Set<User>> usersByRoom = new ConcurrentHashMap<>();

  /** Lets the user in, or returns false because the name is in use. */
  boolean enter(User user) {
    if (usersByName.putIfAbsent(user.name(), user) != null) {
      return false;
    }
    usersByRoom.compute(
        user.room(),
        (room, users) -> {
          Set<User> all = users == null ? ConcurrentHashMap.newKeySet() : users;
          all.add(user);
          return all;
        });
    return true;
  }

  void leave(User user) {
    usersByRoom.computeIfPresent(
        user.room(),
        (room, users) -> {
          users.remove(user);
          return users.isEmpty() ? null : users;
        });
    usersByName.remove(user.name(), user);
  }

  Collection<User> all() {
    return usersByName.values();
  }

  Set<User> usersOf(String room) {
    return usersByRoom.getOrDefault(room, Set.of());
  }
}
