package org.realtimebench.bookstore;

import jakarta.validation.Valid;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The store; while the database works, a request's thread waits. */
@RestController
class BookController {

  private final JdbcClient database;

  BookController(JdbcClient database) {
    this.database = database;
  }

  @PostMapping("/cleanup/")
  Removed cleanUp() {
    Long count = database.sql(BookQuery.COUNT).query(Long.class).single();
    database.sql(BookQuery.REMOVE_ALL).update();
    return new Removed(count);
  }

  @PostMapping("/books/")
  @ResponseStatus(HttpStatus.CREATED)
  Book add(@Valid @RequestBody NewBook book) {
    return database
        .sql(BookQuery.ADD)
        .param("name", book.name())
        .param("price", book.price())
        .query(Book.class)
        .single();
  }

  @GetMapping("/books/")
  List<Book> all() {
    return database.sql(BookQuery.ALL).query(Book.class).list();
  }

  @GetMapping("/books/{id:\\d{1,18}}")
  Book one(@PathVariable long id) {
    return database
        .sql(BookQuery.BY_ID)
        .param("id", id)
        .query(Book.class)
        .optional()
        .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }
}
