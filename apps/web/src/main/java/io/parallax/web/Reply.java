package io.parallax.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.data.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The response to a call. */
public record Reply(int status, String type, byte[] content, Map<String, String> headers) {

  public static Reply json(int status, Object content) {
    try {
      return new Reply(
          status, "application/json", Json.MAPPER.writeValueAsBytes(content), Map.of());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Reply text(int status, String type, String content) {
    return new Reply(status, type, content.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  public static Reply error(int status, String message) {
    return json(status, Map.of("error", message));
  }

  /** The same with one more header. */
  public Reply with(String header, String value) {
    Map<String, String> more = new java.util.HashMap<>(headers);
    more.put(header, value);
    return new Reply(status, type, content, more);
  }
}
