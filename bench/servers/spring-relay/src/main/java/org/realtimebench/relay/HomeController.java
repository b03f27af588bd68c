package org.realtimebench.relay;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers GET /, which also shows that the server is ready. */
@RestController
class HomeController {

  @GetMapping(path = "/", produces = MediaType.TEXT_PLAIN_VALUE)
  String home() {
    return "A broker's messages over WebSocket at /feed\n";
  }
}
