package io.parallax.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Holds JSON against a schema of an OpenAPI document, as far as such documents use schemas here.
 */
public record ShapeCheck(JsonNode document) {

  /** Returns what does not fit, each with its place; none: all fits. */
  public List<String> faults(String at, JsonNode schema, JsonNode value) {
    if (schema.has("$ref")) {
      return faults(at, document.at(schema.get("$ref").asText().substring(1)), value);
    }
    if (schema.has("anyOf")) {
      return StreamSupport.stream(schema.get("anyOf").spliterator(), false)
              .anyMatch(one -> faults(at, one, value).isEmpty())
          ? List.of()
          : List.of(at + " fits none of " + schema.get("anyOf"));
    }
    if (schema.has("enum")) {
      return StreamSupport.stream(schema.get("enum").spliterator(), false).anyMatch(value::equals)
          ? List.of()
          : List.of(at + " is none of " + schema.get("enum"));
    }
    return switch (schema.path("type").asText()) {
      case "" -> List.of();
      case "string" -> fault(at, "a text", value.isTextual());
      case "integer" -> fault(at, "a whole number", value.isIntegralNumber());
      case "number" -> fault(at, "a number", value.isNumber());
      case "boolean" -> fault(at, "true or false", value.isBoolean());
      case "null" -> fault(at, "null", value.isNull());
      case "array" -> value.isArray() ? items(at, schema, value) : fault(at, "a list", false);
      case "object" -> value.isObject() ? fields(at, schema, value) : fault(at, "an object", false);
      default -> List.of(at + " has a schema of type " + schema.get("type"));
    };
  }

  private static List<String> fault(String at, String what, boolean good) {
    return good ? List.of() : List.of(at + " is not " + what);
  }

  private List<String> items(String at, JsonNode schema, JsonNode value) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      found.addAll(faults(at + "[" + i + "]", schema.get("items"), value.get(i)));
    }
    return found;
  }

  private List<String> fields(String at, JsonNode schema, JsonNode value) {
    List<String> found = new ArrayList<>();
    schema
        .path("required")
        .forEach(
            name ->
                found.addAll(fault(at + "." + name.asText(), "there", value.has(name.asText()))));
    for (Map.Entry<String, JsonNode> one : value.properties()) {
      String place = at + "." + one.getKey();
      JsonNode of = schema.path("properties").path(one.getKey());
      JsonNode own = of.isMissingNode() ? schema.path("additionalProperties") : of;
      found.addAll(
          own.isMissingNode()
              ? List.of(place + " is not described")
              : faults(place, own, one.getValue()));
    }
    return found;
  }
}
