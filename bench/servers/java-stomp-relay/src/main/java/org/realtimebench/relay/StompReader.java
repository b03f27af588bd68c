package org.realtimebench.relay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads the frames of a STOMP server: a command, headers, an empty line, a body, a zero byte. */
final class StompReader {

  private static final String HAS_ENDED = "the connection is closed";

  private final InputStream in;

  StompReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /**
   * The body of the next frame.
   *
   * @param expected the command that it must have
   */
  byte[] next(String expected) throws IOException {
    String command = line();
    // Between frames there may be ends of lines.
    while (command.isEmpty()) {
      command = line();
    }
    Map<String, String> headers = headers();
    byte[] body = body(headers.get("content-length"));
    if (!command.equals(expected)) {
      throw new IOException(
          "found %s (%s), expected %s".formatted(command, headers.get("message"), expected));
    }
    return body;
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] parts = line.split(":", 2);
      // The first of several with the same name counts.
      headers.putIfAbsent(parts[0], parts[parts.length - 1]);
    }
    return headers;
  }

  /** With a length it may hold zero bytes; without one it ends at the first. */
  private byte[] body(String length) throws IOException {
    if (length == null) {
      return until('\0');
    }
    int bytes = Integer.parseInt(length);
    byte[] body = in.readNBytes(bytes);
    if (body.length < bytes || in.read() != '\0') {
      throw new EOFException(HAS_ENDED);
    }
    return body;
  }

  private String line() throws IOException {
    return new String(until('\n'), StandardCharsets.UTF_8).stripTrailing();
  }

  private byte[] until(char end) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != end; next = in.read()) {
      if (next < 0) {
        throw new EOFException(HAS_ENDED);
      }
      bytes.write(next);
    }
    return bytes.toByteArray();
  }
}
