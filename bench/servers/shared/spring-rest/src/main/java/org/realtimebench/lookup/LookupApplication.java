package org.realtimebench.lookup;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A lookup server with Spring; on which stack is decided by what it is built with. */
@SpringBootApplication(scanBasePackages = "org.realtimebench")
public class LookupApplication {

  public static void main(String[] args) {
    SpringApplication.run(LookupApplication.class, args);
  }
}
