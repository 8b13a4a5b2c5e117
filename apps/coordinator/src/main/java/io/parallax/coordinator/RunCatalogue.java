package io.parallax.coordinator;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.data.Json;
import io.parallax.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists the runs of './parallax run' and 'reproduce' in a folder, with their reports. */
final class RunCatalogue {
  private static final int MOST = 200;
  private static final String REPORT = "report.html";
  private final Optional<Path> folder;

  RunCatalogue(Optional<Path> folder) {
    this.folder = folder;
  }

  /** Returns the newest runs, newest first. */
  List<Map<String, Object>> list() {
    return newest().stream().map(RunCatalogue::row).toList();
  }

  private List<Path> newest() {
    if (folder.isEmpty() || !Files.isDirectory(folder.get())) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder.get())) {
      return all.filter(run -> Files.exists(run.resolve(REPORT)))
          .sorted(Comparator.comparing(RunCatalogue::time).reversed())
          .limit(MOST)
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String time(Path run) {
    try {
      return Files.getLastModifiedTime(run.resolve(REPORT)).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private static Map<String, Object> row(Path run) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", run.getFileName().toString());
    row.put("at", time(run));
    try {
      JsonNode result = Json.MAPPER.readTree(run.resolve("result.json").toFile());
      row.put("study", result.path("study").asText(result.path("experiment").asText("")));
      row.put(
          "what",
          result.path("title").asText("") + (result.path("quick").asBoolean() ? " (quick)" : ""));
      row.put("splits", result.path("splits").asInt());
      JsonNode accuracy = result.path("rows").path(result.path("title").asText()).path("accuracy");
      if (accuracy.has("mean")) {
        row.put("accuracy", accuracy);
      }
    } catch (IOException e) {
      row.put("study", "");
      row.put("what", "");
    }
    return row;
  }

  /** Returns the body of a run's report; empty: there is no such run. */
  Optional<String> body(String name) {
    return newest().stream()
        .filter(run -> run.getFileName().toString().equals(name))
        .findFirst()
        .map(run -> run.resolve(REPORT))
        .flatMap(RunCatalogue::body);
  }

  private static Optional<String> body(Path report) {
    try {
      return Page.body(Files.readString(report));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
