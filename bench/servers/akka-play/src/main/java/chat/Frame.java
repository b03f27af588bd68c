package chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.Optional;
import play.libs.Json;

/** A frame as it came, and the JSON that it holds. */
record Frame(String text, JsonNode json) {
  private static final ObjectReader READER =
      Json.mapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Empty if the text is not JSON. */
  static Optional<Frame> parse(String text) {
    try {
      return Optional.of(new Frame(text, READER.readTree(text)));
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  /** Null if there is no such field, or if it holds no text. */
  String string(String field) {
    return json.path(field).textValue();
  }
}
