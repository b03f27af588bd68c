package org.realtimebench.lookup;

import java.util.concurrent.ThreadLocalRandom;

/** What is asked of the database. */
final class UserQuery {

  static final String BY_NAME = "SELECT id, name, email, description FROM users WHERE name = :name";

  private static final int USER_COUNT = 10_000;

  private UserQuery() {}

  static String randomName() {
    return "user-" + ThreadLocalRandom.current().nextInt(1, USER_COUNT + 1);
  }
}
