package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.data.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * An experiment's folder below {@code experiments/}: settings.yaml says what is done, expected.yaml
 * what the paper found and what should hold.
 *
 * @param kind which program runs it
 * @param data the public data sets that it needs
 * @param minutes on two cores; the first number is for the whole, the second for --quick
 * @param settings what its program reads; {@code quick} replaces some of them
 */
record ExperimentSpec(
    String name,
    String title,
    String paper,
    String kind,
    List<String> data,
    double minutes,
    double quickMinutes,
    JsonNode settings,
    JsonNode expected) {
  private static final String PLACE = "/io/parallax/experiments/";

  static List<String> names() {
    return lines("names.txt").lines().filter(line -> !line.isBlank()).toList();
  }

  /** The experiment of this name; {@code quick} with its smaller settings. */
  static ExperimentSpec named(String name, boolean quick) {
    if (!names().contains(name)) {
      throw new BadInput("there is no experiment '" + name + "'" + Suggestion.among(name, names()));
    }
    JsonNode file = yaml(name + "/settings.yaml");
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
        file.get("minutes").get(0).asDouble(),
        file.get("minutes").get(1).asDouble(),
        settings,
        yaml(name + "/expected.yaml"));
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

  /** The settings as a record. */
  <T> T settings(Class<T> type) {
    return Json.MAPPER.convertValue(settings, type);
  }

  private static JsonNode yaml(String name) {
    return Json.MAPPER.valueToTree(
        new Load(LoadSettings.builder().setLabel(name).build()).loadFromString(lines(name)));
  }

  private static String lines(String name) {
    try (InputStream in = ExperimentSpec.class.getResourceAsStream(PLACE + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
