package org.realtimebench.lookup;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Answers with a random user, without a thread that waits for it. */
@RestController
class UserController {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final DatabaseClient database;

  UserController(DatabaseClient database) {
    this.database = database;
  }

  @GetMapping("/api/user")
  Mono<User> random() {
    return database
        .sql(UserQuery.BY_NAME)
        .bind("name", UserQuery.randomName())
        .mapProperties(User.class)
        .one()
        .timeout(TIMEOUT)
        .onErrorMap(
            TimeoutException.class, late -> new QueryTimeoutException("no answer in time", late));
  }
}
