package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.study.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A recipe as text: an experiment's settings.yaml, or a user's changed copy of it. */
final class RecipeFile {
  private static final String SETTINGS = "settings";
  private static final String KIND = "kind";

  private RecipeFile() {}

  /** Returns the content of a YAML text. */
  static JsonNode tree(String source, String text) {
    return Json.MAPPER.valueToTree(
        new Load(LoadSettings.builder().setLabel(source).build()).loadFromString(text));
  }

  /**
   * Reads a user's file, or rejects one that is not like the experiment's own.
   *
   * @param own the experiment's settings.yaml
   * @param alike those of all experiments that the same program runs
   */
  static JsonNode read(Path path, JsonNode own, List<JsonNode> alike) {
    Yaml text = Yaml.read(path, "recipe");
    Map<String, Yaml> parts =
        text.entries("title", "paper", KIND, "data", "minutes", SETTINGS, "quick");
    for (String part : List.of("title", "paper", KIND, "data", "minutes", SETTINGS)) {
      text.need(part);
    }
    String kind = own.get(KIND).asText();
    if (!parts.get(KIND).text().equals(kind)) {
      throw parts
          .get(KIND)
          .error(
              "kind is '%s'; it must be '%s', as in the experiment; change it back"
                  .formatted(parts.get(KIND).text(), kind));
    }
    JsonNode file = tree(path.toString(), content(path));
    parts.forEach((key, value) -> requireAlike(value, key, own.path(key), file.path(key)));
    requireSettings(parts.get(SETTINGS), own.get(SETTINGS), file.get(SETTINGS), alike);
    return file;
  }

  private static String content(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new BadInput("cannot read " + path + "; check its rights", e);
    }
  }

  /** The keys that one of these programs reads; those that all recipes have are needed. */
  private static void requireSettings(
      Yaml text, JsonNode own, JsonNode settings, List<JsonNode> alike) {
    Set<String> known = new LinkedHashSet<>();
    Set<String> needed = new LinkedHashSet<>();
    own.fieldNames().forEachRemaining(needed::add);
    for (JsonNode one : alike) {
      one.get(SETTINGS).fieldNames().forEachRemaining(known::add);
      needed.removeIf(key -> !one.get(SETTINGS).has(key));
    }
    Map<String, Yaml> parts = text.entries(known.toArray(String[]::new));
    needed.forEach(text::need);
    parts.forEach((key, value) -> requireAlike(value, key, own.path(key), settings.path(key)));
  }

  private static void requireAlike(Yaml text, String key, JsonNode own, JsonNode value) {
    if (!own.isMissingNode() && !value.getNodeType().equals(own.getNodeType())) {
      throw text.error(
          "%s is %s; it must be %s, as in the experiment; change it"
              .formatted(key, kind(value), kind(own)));
    }
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "a map";
      case ARRAY -> "a list";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL, MISSING -> "nothing";
      default -> "a text";
    };
  }
}
