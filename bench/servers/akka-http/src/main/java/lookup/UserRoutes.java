package lookup;

import static akka.http.javadsl.server.PathMatchers.segment;

import akka.http.javadsl.marshallers.jackson.Jackson;
import akka.http.javadsl.marshalling.Marshaller;
import akka.http.javadsl.model.RequestEntity;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Answers GET /api/user with a random user, and all else with 404. */
final class UserRoutes extends AllDirectives {
  private static final Marshaller<Object, RequestEntity> JSON =
      Jackson.marshaller(new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT));

  private record Failure(String error) {}

  private final Users users;

  UserRoutes(Users users) {
    this.users = users;
  }

  Route all() {
    return concat(
        path(segment("api").slash("user"), () -> get(this::randomUser)),
        answer(StatusCodes.NOT_FOUND, new Failure("not found")));
  }

  private Route randomUser() {
    return onComplete(
        users.random(),
        user ->
            user.isSuccess()
                ? answer(StatusCodes.OK, user.get())
                : answer(StatusCodes.SERVICE_UNAVAILABLE, new Failure("database unavailable")));
  }

  private Route answer(StatusCode status, Object body) {
    return complete(status, body, JSON);
  }
}
