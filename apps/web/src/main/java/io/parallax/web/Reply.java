package io.parallax.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.data.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The response to a call. */
public record Reply(int status, String type, byte[] content, List<Header> headers) {
  private static final int SEE_OTHER = 303;

  /** A line of its head. */
  public record Header(String name, String value) {}

  public static Reply json(int status, Object content) {
    try {
      return new Reply(
          status, "application/json", Json.MAPPER.writeValueAsBytes(content), List.of());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Reply text(int status, String type, String content) {
    return new Reply(status, type, content.getBytes(StandardCharsets.UTF_8), List.of());
  }

  public static Reply error(int status, String message) {
    return json(status, Map.of("error", message));
  }

  /** Sends a browser to another address. */
  static Reply redirect(String location) {
    return text(SEE_OTHER, "text/plain; charset=utf-8", "").with("Location", location);
  }

  /** The same with one more header. */
  public Reply with(String header, String value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(header, value));
    return new Reply(status, type, content, more);
  }
}
