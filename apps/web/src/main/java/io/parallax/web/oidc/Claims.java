package io.parallax.web.oidc;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A provider's statement about a person. An e-mail address counts only if it was verified. */
record Claims(Map<String, Object> all) {

  /** Returns the texts of a claim; none, if it is missing or something else. */
  List<String> texts(String name) {
    if (name.equals("email") && !verified()) {
      return List.of();
    }
    Object value = value(name);
    if (value instanceof String text) {
      return List.of(text);
    }
    return value instanceof Collection<?> many
        ? many.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  boolean verified() {
    return "true".equals(String.valueOf(all.get("email_verified")));
  }

  private Object value(String name) {
    if (all.containsKey(name)) {
      return all.get(name);
    }
    Object value = all;
    for (String part : name.split("\\.")) {
      value = value instanceof Map<?, ?> map ? map.get(part) : null;
    }
    return value;
  }
}
