package chat;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;
import akka.actor.Terminated;
import java.util.HashSet;
import java.util.Set;
import play.http.websocket.Message;

/** A room: passes each message to all of its users, the sender included. */
final class Room extends AbstractActor {
  /** Takes the user who sends it into the room. */
  record Enter() {}

  private final Set<ActorRef> users = new HashSet<>();

  static Props props() {
    return Props.create(Room.class, Room::new);
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .match(Message.Text.class, this::tellAll)
        .match(Enter.class, enter -> add(getSender()))
        .match(Terminated.class, gone -> users.remove(gone.getActor()))
        .build();
  }

  private void tellAll(Message.Text message) {
    for (ActorRef user : users) user.tell(message, getSelf());
  }

  private void add(ActorRef user) {
    users.add(user);
    getContext().watch(user);
  }
}
