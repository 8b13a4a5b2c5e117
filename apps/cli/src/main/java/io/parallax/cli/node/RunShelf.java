package io.parallax.cli.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs of './parallax run' and 'reproduce' in a folder: each has a report to look at. */
final class RunShelf {
  private static final int MOST = 200;
  private static final String REPORT = "report.html";
  private final Optional<Path> folder;

  RunShelf(Optional<Path> folder) {
    this.folder = folder;
  }

  /** The newest runs first. */
  List<Map<String, Object>> list() {
    return newest().stream().map(RunShelf::row).toList();
  }

  private List<Path> newest() {
    if (folder.isEmpty() || !Files.isDirectory(folder.get())) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder.get())) {
      return all.filter(run -> Files.exists(run.resolve(REPORT)))
          .sorted(Comparator.comparing(RunShelf::time).reversed())
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
      JsonNode result = NetworkRun.JSON.readTree(run.resolve("result.json").toFile());
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

  /** What a report has between the tags of its body. */
  Optional<String> body(String name) {
    return newest().stream()
        .filter(run -> run.getFileName().toString().equals(name))
        .findFirst()
        .map(run -> run.resolve(REPORT))
        .flatMap(RunShelf::body);
  }

  private static Optional<String> body(Path report) {
    try {
      List<String> lines = new ArrayList<>(Files.readAllLines(report));
      int from = 0;
      while (from < lines.size() && !lines.get(from).startsWith("<body")) {
        from++;
      }
      int to = lines.lastIndexOf("</body>");
      return from < to
          ? Optional.of(String.join("\n", lines.subList(from + 1, to)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
