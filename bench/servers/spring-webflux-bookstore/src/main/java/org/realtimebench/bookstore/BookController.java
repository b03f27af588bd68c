package org.realtimebench.bookstore;

import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The store, without a thread that waits for it. */
@RestController
class BookController {

  private final DatabaseClient database;

  BookController(DatabaseClient database) {
    this.database = database;
  }

  @PostMapping("/cleanup/")
  Mono<Removed> cleanUp() {
    return database
        .sql(BookQuery.COUNT)
        .mapValue(Long.class)
        .one()
        .delayUntil(count -> database.sql(BookQuery.REMOVE_ALL).then())
        .map(Removed::new);
  }

  @PostMapping("/books/")
  @ResponseStatus(HttpStatus.CREATED)
  Mono<Book> add(@Valid @RequestBody NewBook book) {
    return database
        .sql(BookQuery.ADD)
        .bind("name", book.name())
        .bind("price", book.price())
        .mapProperties(Book.class)
        .one();
  }

  @GetMapping("/books/")
  Flux<Book> all() {
    return database.sql(BookQuery.ALL).mapProperties(Book.class).all();
  }

  @GetMapping("/books/{id:\\d{1,18}}")
  Mono<Book> one(@PathVariable long id) {
    return database
        .sql(BookQuery.BY_ID)
        .bind("id", id)
        .mapProperties(Book.class)
        .one()
        .switchIfEmpty(Mono.error(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
  }
}
