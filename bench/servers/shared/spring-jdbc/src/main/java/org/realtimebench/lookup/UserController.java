package org.realtimebench.lookup;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers with a random user; while it is looked up, its thread waits. */
@RestController
class UserController {

  private final JdbcClient database;

  UserController(JdbcClient database) {
    this.database = database;
  }

  @GetMapping("/api/user")
  User random() {
    return database
        .sql(UserQuery.BY_NAME)
        .param("name", UserQuery.randomName())
        .query(User.class)
        .single();
  }
}
