package chat;

import java.util.List;
import java.util.Optional;
import play.api.mvc.Handler;
import play.core.routing.HandlerInvokerFactory;
import play.mvc.Http.RequestHeader;
import play.mvc.WebSocket;
import play.routing.Router;

/**
 * Routes one path to a WebSocket. Play's RoutingDsl has no WebSockets, and a routes file needs sbt;
 * this makes the same call as the code that sbt generates from a routes file.
 */
final class SocketRouter implements Router {
  private final String path;
  private final Handler handler;

  SocketRouter(String path, WebSocket webSocket) {
    this(
        path,
        // The nulls stand for a controller's method and its annotations: there are none.
        HandlerInvokerFactory.javaWebSocket().createInvoker(() -> null, null).call(() -> webSocket));
  }

  private SocketRouter(String path, Handler handler) {
    this.path = path;
    this.handler = handler;
  }

  @Override
  public Optional<Handler> route(RequestHeader request) {
    boolean matches = request.method().equals("GET") && request.path().equals(path);
    return matches ? Optional.of(handler) : Optional.empty();
  }

  @Override
  public Router withPrefix(String prefix) {
    return new SocketRouter(prefix + path, handler);
  }

  @Override
  public List<RouteDocumentation> documentation() {
    return List.of(new RouteDocumentation("GET", path, "chat.ChatSocket"));
  }
}
