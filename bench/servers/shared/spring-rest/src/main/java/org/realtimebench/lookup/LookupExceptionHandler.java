package org.realtimebench.lookup;

import java.util.Locale;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What is answered if there is no user to answer with. */
@RestControllerAdvice
class LookupExceptionHandler {

  record Failure(String error) {}

  @ExceptionHandler
  @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
  Failure unavailable(DataAccessException away) {
    return new Failure("database unavailable");
  }

  /** Such as of a path that is not mapped, for which either stack has exceptions of its own. */
  @ExceptionHandler
  ResponseEntity<Failure> refused(Exception exception) throws Exception {
    if (exception instanceof ErrorResponse response) {
      HttpStatus status = HttpStatus.valueOf(response.getStatusCode().value());
      String reason = status.getReasonPhrase().toLowerCase(Locale.ROOT);
      return ResponseEntity.status(status).headers(response.getHeaders()).body(new Failure(reason));
    }
    throw exception;
  }
}
