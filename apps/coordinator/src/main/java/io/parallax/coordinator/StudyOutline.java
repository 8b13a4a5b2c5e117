package io.parallax.coordinator;

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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Describes a study for the dashboard: its file, its main settings, and its parties' rows. */
final class StudyOutline {
  private StudyOutline() {}

  /** Returns the study file that a manifest holds. */
  static String file(String manifest) {
    try {
      return Json.MAPPER.readTree(manifest).path("study").asText();
    } catch (IOException e) {
      throw new BadInput("the study's manifest cannot be read", e);
    }
  }

  /** Returns protection, views and labels; empty for a study of another version. */
  static Map<String, Object> of(String manifest) {
    Study study;
    try {
      study = NetworkManifest.read(manifest.getBytes(StandardCharsets.UTF_8)).parse();
    } catch (BadInput e) {
      return Map.of(); // of another version
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("title", study.method().method().about().title());
    fields.put("aggregation", study.protection().aggregation());
    fields.put("robust", study.protection().robust().name().toLowerCase(Locale.ROOT));
    fields.put("labelEpsilon", study.protection().labelEpsilon());
    fields.put("rounds", study.stop().rounds());
    fields.put("tolerance", study.stop().tolerance());
    fields.put("splits", study.evaluation().trials());
    fields.put("seed", study.seed());
    fields.put("byParty", study.evaluation().byParty());
    fields.put("sites", study.layout().spreadsRows());
    fields.put("settings", study.settings());
    fields.put("parties", parties(study));
    return fields;
  }

  private static List<Map<String, Object>> parties(Study study) {
    List<Map<String, Object>> parties = new ArrayList<>();
    String all = String.join(", ", study.views());
    study
        .layout()
        .sites()
        .forEach(
            site -> parties.add(Map.of("party", site.id().name(), "view", all, "labels", true)));
    study
        .layout()
        .holders()
        .forEach(
            m ->
                parties.add(
                    Map.of("party", m.id().name(), "view", m.view(), "labels", m.labels())));
    return parties;
  }

  /** Returns what is known of the parties' rows; empty before the setup is complete. */
  static Map<String, Object> facts(Path folder) {
    Path file = folder.resolve(NetworkRun.SETUP_FILE);
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      JsonNode facts = Json.MAPPER.readTree(file.toFile());
      return Map.of("samples", facts.path("samples"), "classes", facts.path("classes"));
    } catch (IOException e) {
      return Map.of(); // being written, or being removed at the study's end
    }
  }
}
