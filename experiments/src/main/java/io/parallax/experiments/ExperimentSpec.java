package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.data.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An experiment's folder below {@code experiments/}: settings.yaml says what is done, expected.yaml
 * what the paper found and what should hold.
 *
 * @param kind which program runs it
 * @param data the public data sets that it needs
 * @param minutes on two cores; the first number is for the whole, the second for --quick
 * @param settings what its program reads; {@code quick} replaces some of them
 * @param changed whether a user's file says so instead of the experiment's own
 */
record ExperimentSpec(
    String name,
    String title,
    String paper,
    String kind,
    List<String> data,
    double minutes,
    double quickMinutes,
    ObjectNode settings,
    JsonNode expected,
    boolean changed) {
  private static final String PLACE = "/io/parallax/experiments/";

  static List<String> names() {
    return lines("names.txt").lines().filter(line -> !line.isBlank()).toList();
  }

  /** The experiment of this name; {@code quick} with its smaller settings. */
  static ExperimentSpec named(String name, boolean quick) {
    return of(name, quick, own(name), false);
  }

  /** The same with the settings of a user's file. */
  static ExperimentSpec from(Path file, String name, boolean quick) {
    JsonNode own = own(name);
    List<JsonNode> alike =
        names().stream()
            .map(ExperimentSpec::own)
            .filter(one -> one.get("kind").equals(own.get("kind")))
            .toList();
    JsonNode read = RecipeFile.read(file, own, alike);
    return of(name, quick, read, !read.equals(own));
  }

  /** Returns the experiment's settings.yaml. */
  static String text(String name) {
    if (!names().contains(name)) {
      throw new BadInput("there is no experiment '" + name + "'" + Suggestion.among(name, names()));
    }
    return lines(name + "/settings.yaml");
  }

  private static JsonNode own(String name) {
    return RecipeFile.tree(name + "/settings.yaml", text(name));
  }

  private static ExperimentSpec of(String name, boolean quick, JsonNode file, boolean changed) {
    ObjectNode settings = (ObjectNode) file.get("settings");
    if (quick && file.has("quick")) {
      settings = merged(settings, file.get("quick"));
    }
    return new ExperimentSpec(
        name,
        file.get("title").asText(),
        file.get("paper").asText(),
        file.get("kind").asText(),
        Json.MAPPER.convertValue(
            file.get("data"),
            Json.MAPPER.getTypeFactory().constructCollectionType(List.class, String.class)),
        file.get("minutes").path(0).asDouble(),
        file.get("minutes").path(1).asDouble(),
        settings,
        RecipeFile.tree(name + "/expected.yaml", lines(name + "/expected.yaml")),
        changed);
  }

  /** The same with other settings. */
  ExperimentSpec with(ObjectNode others) {
    return new ExperimentSpec(
        name, title, paper, kind, data, minutes, quickMinutes, others, expected, changed);
  }

  /** The settings with some replaced; maps are merged key by key. */
  static ObjectNode merged(ObjectNode settings, JsonNode changes) {
    ObjectNode copy = settings.deepCopy();
    changes
        .properties()
        .forEach(
            change -> {
              JsonNode old = copy.get(change.getKey());
              copy.set(
                  change.getKey(),
                  old instanceof ObjectNode map && change.getValue().isObject()
                      ? merged(map, change.getValue())
                      : change.getValue());
            });
    return copy;
  }

  /** Returns true if the settings say how to treat the data set that the user names. */
  boolean knowsItsData() {
    return kind.equals("study-grid") || settings.has("sets");
  }

  /** The settings as a record. */
  <T> T settings(Class<T> type) {
    try {
      return Json.MAPPER.convertValue(settings, type);
    } catch (IllegalArgumentException e) {
      throw new BadInput(
          "the settings of experiment %s have a wrong entry%s; compare with './parallax reproduce %s --print-settings'"
              .formatted(name, place(e), name),
          e);
    }
  }

  private static String place(IllegalArgumentException e) {
    return e.getCause() instanceof JsonMappingException wrong && !wrong.getPath().isEmpty()
        ? " at "
            + wrong.getPath().stream()
                .map(at -> at.getFieldName() == null ? "" + (at.getIndex() + 1) : at.getFieldName())
                .collect(Collectors.joining("."))
        : "";
  }

  private static String lines(String name) {
    try (InputStream in = ExperimentSpec.class.getResourceAsStream(PLACE + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
