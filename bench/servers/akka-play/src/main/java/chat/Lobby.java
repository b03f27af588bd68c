package chat;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Knows which names are in use, and opens and closes the rooms. A name is in use once, whatever the
 * room, and free again when its user's actor has ended.
 */
final class Lobby extends AbstractActor {
  /** Asks for a name and a room; answered with {@link Joined} or {@link NameInUse}. */
  record Join(String name, String room) {}

  record Joined(ActorRef room) {}

  record NameInUse() {}

  private record Left(String name, String room) {}

  private record OpenRoom(ActorRef actor, Set<String> names) {}

  private final Set<String> names = new HashSet<>();
  private final Map<String, OpenRoom> rooms = new HashMap<>();

  static Props props() {
    return Props.create(Lobby.class, Lobby::new);
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder().match(Join.class, this::join).match(Left.class, this::leave).build();
  }

  private void join(Join join) {
    ActorRef user = getSender();
    if (!names.add(join.name())) {
      user.tell(new NameInUse(), getSelf());
      return;
    }
    getContext().watchWith(user, new Left(join.name(), join.room()));
    OpenRoom room = rooms.computeIfAbsent(join.room(), name -> open());
    room.names().add(join.name());
    room.actor().tell(new Room.Enter(), user);
    user.tell(new Joined(room.actor()), getSelf());
  }

  private OpenRoom open() {
    return new OpenRoom(getContext().actorOf(Room.props()), new HashSet<>());
  }

  private void leave(Left left) {
    names.remove(left.name());
    OpenRoom room = rooms.get(left.room());
    room.names().remove(left.name());
    if (room.names().isEmpty()) {
      rooms.remove(left.room());
      getContext().stop(room.actor());
    }
  }
}
