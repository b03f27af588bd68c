package org.realtimebench.bookstore;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** A book that a client sends, found to be one that the store can take. */
record NewBook(String name, BigDecimal price) {

  private static final int MAX_NAME_LENGTH = 256;
  private static final double MAX_PRICE = 99_999_999.99;
  private static final int PRICE_DECIMALS = 2;

  /**
   * @param body of a request, null if it has none
   */
  static NewBook from(Buffer body) throws BadBookException {
    JsonObject book = parse(body);
    return new NewBook(nameOf(book), priceOf(book));
  }

  private static JsonObject parse(Buffer body) throws BadBookException {
    try {
      if (body != null && Json.decodeValue(body) instanceof JsonObject book) {
        return book;
      }
    } catch (DecodeException malformed) {
      throw new BadBookException("body must be a JSON object: " + malformed.getMessage());
    }
    throw new BadBookException("body must be a JSON object");
  }

  private static String nameOf(JsonObject book) throws BadBookException {
    if (book.getValue("name") instanceof String name
        && !name.isBlank()
        && name.codePointCount(0, name.length()) <= MAX_NAME_LENGTH) {
      return name;
    }
    throw new BadBookException(
        "name must be a string of 1 to %d characters, not only spaces".formatted(MAX_NAME_LENGTH));
  }

  private static BigDecimal priceOf(JsonObject book) throws BadBookException {
    if (book.getValue("price") instanceof Number price
        && price.doubleValue() >= 0
        && price.doubleValue() <= MAX_PRICE) {
      return BigDecimal.valueOf(price.doubleValue()).setScale(PRICE_DECIMALS, RoundingMode.HALF_UP);
    }
    throw new BadBookException("price must be a number from 0 to 99999999.99");
  }
}
