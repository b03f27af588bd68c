package org.realtimebench.lookup;

import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Before the server listens: so that a connection is there for the first request, if the database
 * is.
 */
@Component
class DatabaseWarmUp {

  DatabaseWarmUp(UserController users) {
    try {
      users.random();
    } catch (DataAccessException away) {
      // It listens all the same.
    }
  }
}
