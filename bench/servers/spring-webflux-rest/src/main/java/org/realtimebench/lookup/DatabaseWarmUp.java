package org.realtimebench.lookup;

import org.springframework.stereotype.Component;

/**
 * Before the server listens: so that a connection is there for the first request, if the database
 * is.
 */
@Component
class DatabaseWarmUp {

  DatabaseWarmUp(UserController users) {
    users.random().onErrorComplete().block();
  }
}
