package org.realtimebench.bookstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A bookstore server with Spring; on which stack is decided by what it is built with. */
@SpringBootApplication(scanBasePackages = "org.realtimebench")
public class BookstoreApplication {

  public static void main(String[] args) {
    SpringApplication.run(BookstoreApplication.class, args);
  }
}
