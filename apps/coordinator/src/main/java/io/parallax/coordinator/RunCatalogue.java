package io.parallax.coordinator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.data.Json;
import io.parallax.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
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
  List<Row> list() {
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

  /**
   * A run in the list.
   *
   * @param splits absent if the run has no result that can be read
   * @param accuracy absent if the run has none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String name, String at, String study, String what, Integer splits, JsonNode accuracy) {}

  private static Row row(Path run) {
    String name = run.getFileName().toString();
    try {
      JsonNode result = Json.MAPPER.readTree(run.resolve("result.json").toFile());
      String title = result.path("title").asText("");
      JsonNode accuracy = result.path("rows").path(title).path("accuracy");
      return new Row(
          name,
          time(run),
          result.path("study").asText(result.path("experiment").asText("")),
          title + (result.path("quick").asBoolean() ? " (quick)" : ""),
          result.path("splits").asInt(),
          accuracy.has("mean") ? accuracy : null);
    } catch (IOException e) {
      return new Row(name, time(run), "", "", null, null);
    }
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
