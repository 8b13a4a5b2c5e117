package io.parallax.coordinator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.remote.NetworkManifest;
import io.parallax.remote.NetworkRun;
import io.parallax.study.Study;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The main settings of a study, for the dashboard. A study of another version has none.
 *
 * @param sites whether the parties hold different people
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StudyOutline(
    String title,
    String aggregation,
    String robust,
    Double labelEpsilon,
    Integer rounds,
    Double tolerance,
    Integer splits,
    Long seed,
    Boolean byParty,
    Boolean sites,
    Map<String, Object> settings,
    List<Holder> parties) {
  private static final StudyOutline UNKNOWN =
      new StudyOutline(null, null, null, null, null, null, null, null, null, null, null, null);

  /** A party's view, and whether it holds labels. */
  record Holder(String party, String view, boolean labels) {}

  /**
   * Numbers of rows and names of classes; none before the setup is complete.
   *
   * @param samples each party's number of rows
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Facts(JsonNode samples, JsonNode classes) {
    private static final Facts NONE = new Facts(null, null);

    static Facts in(Path folder) {
      Path file = folder.resolve(NetworkRun.SETUP_FILE);
      if (!Files.exists(file)) {
        return NONE;
      }
      try {
        JsonNode facts = Json.MAPPER.readTree(file.toFile());
        return new Facts(facts.path("samples"), facts.path("classes"));
      } catch (IOException e) {
        return NONE; // being written, or being removed at the study's end
      }
    }
  }

  /** Returns the study file that a manifest holds. */
  static String file(String manifest) {
    try {
      return Json.MAPPER.readTree(manifest).path("study").asText();
    } catch (IOException e) {
      throw new BadInput("the study's manifest cannot be read", e);
    }
  }

  static StudyOutline of(String manifest) {
    try {
      return of(NetworkManifest.read(manifest.getBytes(StandardCharsets.UTF_8)).parse());
    } catch (BadInput e) {
      return UNKNOWN; // of another version
    }
  }

  private static StudyOutline of(Study study) {
    return new StudyOutline(
        study.method().method().about().title(),
        study.protection().aggregation(),
        study.protection().robust().name().toLowerCase(Locale.ROOT),
        study.protection().labelEpsilon(),
        study.stop().rounds(),
        study.stop().tolerance(),
        study.evaluation().trials(),
        study.seed(),
        study.evaluation().byParty(),
        study.layout().spreadsRows(),
        study.settings(),
        parties(study));
  }

  private static List<Holder> parties(Study study) {
    String all = String.join(", ", study.views());
    return Stream.concat(
            study.layout().sites().stream().map(site -> new Holder(site.id().name(), all, true)),
            study.layout().holders().stream()
                .map(m -> new Holder(m.id().name(), m.view(), m.labels())))
        .toList();
  }
}
