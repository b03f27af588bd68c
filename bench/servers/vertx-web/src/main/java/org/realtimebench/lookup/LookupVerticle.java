package org.realtimebench.lookup;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;

/** An HTTP server on one event loop; those of all instances share the port. */
final class LookupVerticle extends VerticleBase {

  private static final int CLOSING_GRACE_S = 2;

  private final String host;
  private final int port;
  private final Users users;
  private HttpServer server;

  LookupVerticle(String host, int port, Users users) {
    this.host = host;
    this.port = port;
    this.users = users;
  }

  @Override
  public Future<?> start() {
    Router router = Router.router(vertx);
    router.get("/api/user").handler(this::answerWithUser);
    router.errorHandler(404, context -> refuse(context, "not found"));
    router.errorHandler(405, context -> refuse(context, "method not allowed"));
    router.errorHandler(503, context -> refuse(context, "database unavailable"));
    server = vertx.createHttpServer().requestHandler(router);
    // So that a connection is there for the first request, if the database is.
    return users.random().otherwiseEmpty().compose(user -> server.listen(port, host));
  }

  @Override
  public Future<?> stop() {
    return server.shutdown(CLOSING_GRACE_S, TimeUnit.SECONDS);
  }

  private void answerWithUser(RoutingContext context) {
    users
        .random()
        .onSuccess(user -> answer(context, user))
        .onFailure(error -> context.fail(503, error));
  }

  private static void refuse(RoutingContext context, String error) {
    context.response().setStatusCode(context.statusCode());
    answer(context, new JsonObject().put("error", error));
  }

  private static void answer(RoutingContext context, JsonObject body) {
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .end(body.encodePrettily());
  }
}
