package org.realtimebench.bookstore;

import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.BindingResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.server.ServerWebInputException;
import tools.jackson.databind.exc.MismatchedInputException;

/** What is answered if there is no book to answer with. Either stack has exceptions of its own. */
@RestControllerAdvice
class BookstoreExceptionHandler {

  record Failure(String error) {}

  @ExceptionHandler
  @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
  Failure unavailable(DataAccessException away) {
    return new Failure("database unavailable");
  }

  /** A book whose members have the right types, but not the right values. */
  @ExceptionHandler({MethodArgumentNotValidException.class, WebExchangeBindException.class})
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  Failure invalid(BindingResult book) {
    return new Failure(
        book.getFieldErrors().stream()
            .map(wrong -> wrong.getField() + " " + wrong.getDefaultMessage())
            .sorted()
            .collect(Collectors.joining("; ")));
  }

  /** A member of another type, or no JSON object at all. */
  @ExceptionHandler({HttpMessageNotReadableException.class, ServerWebInputException.class})
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  Failure unreadable(Exception body) {
    for (Throwable cause = body; cause != null; cause = cause.getCause()) {
      if (cause instanceof MismatchedInputException mismatch && !mismatch.getPath().isEmpty()) {
        String member = mismatch.getPath().get(0).getPropertyName();
        return new Failure(member + " has a value of the wrong type");
      }
    }
    return new Failure("body must be a JSON object");
  }

  /** Such as of a path that is not mapped. */
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
