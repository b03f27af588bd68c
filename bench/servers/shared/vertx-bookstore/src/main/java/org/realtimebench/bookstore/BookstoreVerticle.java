package org.realtimebench.bookstore;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.concurrent.TimeUnit;

/** An HTTP server on one event loop; those of all instances share the port. */
final class BookstoreVerticle extends VerticleBase {

  private static final int CLOSING_GRACE_S = 2;

  private final String host;
  private final int port;
  private final Books books;
  private HttpServer server;

  BookstoreVerticle(String host, int port, Books books) {
    this.host = host;
    this.port = port;
    this.books = books;
  }

  @Override
  public Future<?> start() {
    server = vertx.createHttpServer().requestHandler(routes());
    return server.listen(port, host);
  }

  @Override
  public Future<?> stop() {
    return server.shutdown(CLOSING_GRACE_S, TimeUnit.SECONDS);
  }

  private Router routes() {
    Router router = Router.router(vertx);
    router.post("/cleanup/").handler(this::cleanUp);
    router.post("/books/").handler(BodyHandler.create(false)).handler(this::add);
    router.get("/books/").handler(this::list);
    router.get("/books/:id").handler(this::one);
    router.errorHandler(400, context -> refuse(context, context.failure().getMessage()));
    router.errorHandler(404, context -> refuse(context, "not found"));
    router.errorHandler(405, context -> refuse(context, "method not allowed"));
    router.errorHandler(503, context -> refuse(context, "database unavailable"));
    return router;
  }

  private void cleanUp(RoutingContext context) {
    answer(context, 200, books.removeAll().map(count -> new JsonObject().put("removed", count)));
  }

  private void add(RoutingContext context) {
    NewBook book;
    try {
      book = NewBook.from(context.body().buffer());
    } catch (BadBookException bad) {
      context.fail(400, bad);
      return;
    }
    answer(context, 201, books.add(book));
  }

  private void list(RoutingContext context) {
    answer(context, 200, books.all());
  }

  private void one(RoutingContext context) {
    long id;
    try {
      id = Long.parseLong(context.pathParam("id"));
    } catch (NumberFormatException noNumber) {
      context.fail(404);
      return;
    }
    books
        .byId(id)
        .onSuccess(found -> found.ifPresentOrElse(context::json, () -> context.fail(404)))
        .onFailure(away -> context.fail(503, away));
  }

  private static void answer(RoutingContext context, int status, Future<?> body) {
    body.onSuccess(
            found -> {
              context.response().setStatusCode(status);
              context.json(found);
            })
        .onFailure(away -> context.fail(503, away));
  }

  private static void refuse(RoutingContext context, String error) {
    context.response().setStatusCode(context.statusCode());
    context.json(new JsonObject().put("error", error));
  }
}
