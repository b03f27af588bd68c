package org.realtimebench.relay;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A relay with Spring: from a listener of AMQP to reactive WebSockets. */
@SpringBootApplication
public class RelayApplication {

  public static void main(String[] args) {
    SpringApplication.run(RelayApplication.class, args);
  }
}
