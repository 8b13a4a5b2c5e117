package io.parallax.web;

import io.parallax.core.BadInput;
import java.util.Map;

/** A call as a site sees it. */
public record Call(String method, String path, Map<String, String> query, String body) {

  /** A value of the query; empty where there is none. */
  public String text(String key) {
    return query.getOrDefault(key, "");
  }

  /** A whole number of the query, at least 0; 0 where there is none. */
  public int number(String key) {
    try {
      return Math.max(0, Integer.parseInt(query.getOrDefault(key, "0")));
    } catch (NumberFormatException e) {
      throw new BadInput(key + " must be a whole number");
    }
  }
}
