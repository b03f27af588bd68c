package chat;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import play.Application;
import play.ApplicationLoader;
import play.LoggerConfigurator;
import play.mvc.EssentialFilter;
import play.mvc.Results;
import play.routing.Router;
import play.routing.RoutingDslComponentsFromContext;

/** Puts the application together when Play starts: its routes, and its orderly end. */
public final class ChatLoader implements ApplicationLoader {
  @Override
  public Application load(Context context) {
    LoggerConfigurator.apply(context.environment().classLoader())
        .ifPresent(logs -> logs.configure(context.environment(), context.initialConfig(), Map.of()));
    return new Components(context).application();
  }

  private static final class Components extends RoutingDslComponentsFromContext {
    private final Router router;

    Components(Context context) {
      super(context);
      ChatSocket chat = new ChatSocket(actorSystem(), materializer());
      router = routes(chat);
      coordinatedShutdown()
          .addTask(
              CoordinatedShutdown.PhaseServiceRequestsDone(),
              "close-chat",
              () -> {
                chat.close();
                return CompletableFuture.completedFuture(Done.done());
              });
    }

    private Router routes(ChatSocket chat) {
      return routingDsl()
          .GET("/")
          .routingTo(request -> Results.ok("Chat over WebSocket at /chat\n"))
          .build()
          .orElse(new SocketRouter("/chat", chat.webSocket()));
    }

    @Override
    public Router router() {
      return router;
    }

    @Override
    public List<EssentialFilter> httpFilters() {
      return List.of();
    }
  }
}
