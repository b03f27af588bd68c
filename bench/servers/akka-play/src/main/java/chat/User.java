package chat;

import akka.actor.AbstractActorWithStash;
import akka.actor.ActorRef;
import akka.actor.Props;
import akka.actor.Terminated;
import play.api.http.websocket.CloseCodes;
import play.http.websocket.Message;

/**
 * A user: takes the frames of its socket, and sends it what its room says. Its first frame joins, the
 * later ones are messages. It lives as long as its socket.
 */
final class User extends AbstractActorWithStash {
  private static final String NAME_IN_USE =
      "{\"type\":\"system\",\"message\":\"User already exist\"}";

  private final ActorRef socket;
  private final ActorRef lobby;

  static Props props(ActorRef socket, ActorRef lobby) {
    return Props.create(User.class, () -> new User(socket, lobby));
  }

  private User(ActorRef socket, ActorRef lobby) {
    this.socket = socket;
    this.lobby = lobby;
  }

  @Override
  public void preStart() {
    getContext().watch(socket);
    getContext().getSystem().eventStream().subscribe(getSelf(), Message.Close.class);
  }

  @Override
  public Receive createReceive() {
    return connected(receiveBuilder().match(Frame.class, this::join).build());
  }

  private Receive joining(String name, String room) {
    return connected(
        receiveBuilder()
            .match(Lobby.Joined.class, joined -> enter(name, room, joined.room()))
            .match(Lobby.NameInUse.class, refusal -> refuse())
            .match(Frame.class, frame -> stash())
            .build());
  }

  private Receive joined(String name, String room, ActorRef roomActor) {
    return connected(
        receiveBuilder()
            .match(Frame.class, frame -> post(frame, name, room, roomActor))
            .match(Message.Text.class, message -> socket.tell(message, getSelf()))
            .build());
  }

  /** What holds in each state, until the socket is told to close. */
  private Receive connected(Receive state) {
    return state.orElse(
        receiveBuilder()
            .match(Message.Close.class, this::close)
            .match(Terminated.class, gone -> getContext().stop(getSelf()))
            .build());
  }

  private void join(Frame frame) {
    String name = frame.string("name");
    String room = frame.string("chat");
    if (name == null || name.isEmpty() || room == null || room.isEmpty()) {
      close(new Message.Close(CloseCodes.PolicyViolated(), "expected chat and name"));
      return;
    }
    lobby.tell(new Lobby.Join(name, room), getSelf());
    getContext().become(joining(name, room));
  }

  private void enter(String name, String room, ActorRef roomActor) {
    getContext().become(joined(name, room, roomActor));
    unstashAll();
  }

  private void refuse() {
    socket.tell(new Message.Text(NAME_IN_USE), getSelf());
    close(new Message.Close(CloseCodes.Regular()));
  }

  /** Passes a message on as it came: checked, but not serialised anew. */
  private void post(Frame frame, String name, String room, ActorRef roomActor) {
    if (name.equals(frame.string("name"))
        && room.equals(frame.string("chat"))
        && frame.string("message") != null) {
      roomActor.tell(new Message.Text(frame.text()), getSelf());
    } else {
      close(
          new Message.Close(CloseCodes.PolicyViolated(), "expected own name, own chat and message"));
    }
  }

  private void close(Message.Close close) {
    socket.tell(close, getSelf());
    // Frames that were under way go nowhere.
    getContext()
        .become(
            receiveBuilder()
                .match(Terminated.class, gone -> getContext().stop(getSelf()))
                .matchAny(ignored -> {})
                .build());
  }
}
