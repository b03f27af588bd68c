package lookup;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.http.javadsl.Http;
import com.typesafe.config.Config;
import java.time.Duration;

/** Starts the server, and ends it in order on SIGTERM or SIGINT. */
public final class Main {
  private static final Duration CLOSING_GRACE = Duration.ofSeconds(2);

  private Main() {}

  public static void main(String[] args) {
    ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "lookup");
    Config config = system.settings().config().getConfig("lookup");
    Users users = Users.open(config.getConfig("database"));
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseServiceStop(),
            "close-database",
            () -> users.close().thenApply(closed -> Done.done()));

    String host = config.getString("host");
    int port = config.getInt("port");
    users
        .random() // So that a connection is there for the first request, if the database is.
        .handle((user, away) -> new UserRoutes(users).all())
        .thenCompose(Http.get(system).newServerAt(host, port)::bind)
        .whenComplete(
            (binding, failure) -> {
              if (failure == null) {
                binding.addToCoordinatedShutdown(CLOSING_GRACE, system);
                System.out.printf("listening on http://%s:%d%n", host, port);
              } else {
                System.err.printf("cannot listen on %s:%d: %s%n", host, port, failure.getMessage());
                System.exit(1);
              }
            });
  }
}
