package chat;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.stream.Materializer;
import akka.stream.OverflowStrategy;
import play.api.http.websocket.CloseCodes;
import play.http.websocket.Message;
import play.libs.F.Either;
import play.libs.Scala;
import play.libs.streams.ActorFlow;
import play.mvc.WebSocket;
import play.mvc.WebSocket.MappedWebSocketAcceptor;

/** The WebSocket of the chat: its frames go to a {@link User} actor of its own, and back. */
final class ChatSocket {
  /** A reader for whom more messages than these wait is cut off. */
  private static final int MAX_WAITING_MESSAGES = 32_768;

  private static final MappedWebSocketAcceptor<Frame, Message> FRAMES =
      new MappedWebSocketAcceptor<>(Scala.partialFunction(ChatSocket::read), message -> message);

  private final ActorSystem system;
  private final Materializer materializer;
  private final ActorRef lobby;

  ChatSocket(ActorSystem system, Materializer materializer) {
    this.system = system;
    this.materializer = materializer;
    this.lobby = system.actorOf(Lobby.props(), "lobby");
  }

  WebSocket webSocket() {
    return FRAMES.accept(
        request ->
            ActorFlow.actorRef(
                socket -> User.props(socket, lobby),
                MAX_WAITING_MESSAGES,
                OverflowStrategy.fail(),
                system,
                materializer));
  }

  /** Tells all users that the server goes away. */
  void close() {
    system
        .eventStream()
        .publish(new Message.Close(CloseCodes.GoingAway(), "server is shutting down"));
  }

  /** A frame for the user's actor, or the close that answers it; pings and pongs are Play's. */
  private static Either<Frame, Message> read(Message message) {
    if (message instanceof Message.Text text) {
      return Frame.parse(text.data())
          .<Either<Frame, Message>>map(Either::Left)
          .orElseGet(() -> refuse(CloseCodes.InconsistentData(), "not JSON"));
    }
    if (message instanceof Message.Binary) {
      return refuse(CloseCodes.Unacceptable(), "text frames only");
    }
    throw Scala.noMatch();
  }

  private static Either<Frame, Message> refuse(int closeCode, String reason) {
    return Either.Right(new Message.Close(closeCode, reason));
  }
}
