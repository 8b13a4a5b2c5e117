package io.parallax.tracking;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.run.KeptResults;
import io.parallax.run.RunNotes;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.MeanSd;
import io.parallax.run.StudyResult.SplitLine;
import io.parallax.study.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A finished run on an MLflow server: settings, metrics, the objective by round, and the files that
 * hold no row. Neither predictions nor models are sent.
 */
public final class TrackedRun {
  private static final String KEPT = "mlflow.json";
  private static final List<String> FILES =
      List.of("report.html", "result.json", "metrics.csv", "splits.csv", "study.yaml");
  private static final int BATCH = 900; // metrics in a request; 1,000 are allowed, with all else
  private static final int FEW = 90; // parameters and tags in a request; 100 are allowed
  private static final int LONGEST = 500; // of a value, which every version stores
  private final StudyResult result;
  private final RunNotes notes;
  private final Path folder;
  private final MlflowServer server;
  private final long now = Instant.now().toEpochMilli();

  /** The run on the server, kept so that it is sent once. */
  private record Sent(String server, String run, boolean whole) {}

  private TrackedRun(StudyResult result, MlflowServer server) {
    this.result = result;
    this.folder = Path.of(result.folder());
    this.notes = RunNotes.of(folder);
    this.server = server;
  }

  /**
   * Sends a run, unless the server has it, and returns a sentence about it. Whatever fails leaves
   * the run as it is.
   */
  public static String send(StudyResult result, MlflowServer server) {
    String why;
    try {
      return new TrackedRun(result, server).send();
    } catch (MlflowServer.Rejected | BadInput e) {
      why = e.getMessage();
    } catch (IOException e) {
      why = "it cannot be reached";
    } catch (RuntimeException e) { // a finished run is worth more than a tidy end
      why = "it was not possible (%s)".formatted(e.getClass().getSimpleName());
    }
    return "MLflow at %s was not told of %s: %s. The run is complete; give the same command again to send it."
        .formatted(server, result.folder(), why);
  }

  private String send() throws IOException {
    KeptResults kept = new KeptResults(folder);
    Optional<Sent> before =
        kept.read(KEPT, Sent.class).filter(sent -> sent.server().equals(server.toString()));
    if (before.isPresent() && before.get().whole()) {
      return "MLflow at %s has %s already, as run %s."
          .formatted(server, result.folder(), before.get().run());
    }
    JsonNode run = server.post("runs/create", create(experiment())).at("/run/info");
    String id = named(run.path("run_id"), "runs/create");
    kept.keep(KEPT, new Sent(server.toString(), id, false));
    boolean files = log(id, run.path("artifact_uri").asText());
    kept.keep(KEPT, new Sent(server.toString(), id, true));
    return "MLflow at %s has %s as run %s%s."
        .formatted(
            server,
            result.folder(),
            id,
            files ? "" : ", without files: its artifacts are stored elsewhere");
  }

  private String experiment() throws IOException {
    String name = result.about().study();
    try {
      JsonNode found = server.get("experiments/get-by-name", "experiment_name", name);
      return named(found.at("/experiment/experiment_id"), "experiments/get-by-name");
    } catch (MlflowServer.Rejected e) {
      if (!e.missing()) {
        throw e;
      }
      JsonNode made = server.post("experiments/create", Map.of("name", name));
      return named(made.path("experiment_id"), "experiments/create");
    }
  }

  /** Returns a name that the server has given. */
  private static String named(JsonNode given, String call) throws IOException {
    if (!given.isTextual() || given.asText().isBlank()) {
      throw new MlflowServer.Rejected(call);
    }
    return given.asText();
  }

  private Map<String, Object> create(String experiment) {
    return Map.of(
        "experiment_id",
        experiment,
        "run_name",
        notes.name().isEmpty() ? folder.getFileName().toString() : notes.name(),
        "start_time",
        notes.instant().map(Instant::toEpochMilli).orElse(now));
  }

  private boolean log(String id, String artifacts) throws IOException {
    batches(id, "params", pairs(params()), FEW);
    batches(id, "tags", pairs(tags()), FEW);
    batches(id, "metrics", metrics(), BATCH);
    boolean stored = artifacts.startsWith("mlflow-artifacts:/");
    if (stored) {
      String place = artifacts.replaceFirst("^mlflow-artifacts:/+", "");
      for (String file : FILES) {
        if (Files.exists(folder.resolve(file))) {
          server.put(place, folder.resolve(file));
        }
      }
    }
    server.post("runs/update", Map.of("run_id", id, "status", "FINISHED", "end_time", now));
    return stored;
  }

  private void batches(String id, String kind, List<Map<String, Object>> all, int most)
      throws IOException {
    for (int from = 0; from < all.size(); from += most) {
      List<Map<String, Object>> some = all.subList(from, Math.min(all.size(), from + most));
      server.post("runs/log-batch", Map.of("run_id", id, kind, some));
    }
  }

  private Map<String, Object> params() {
    StudyResult.About about = result.about();
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("method", about.method());
    params.put("mode", about.mode());
    params.put("seed", about.seed());
    params.put("splits", about.splits());
    params.put("samples", about.samples());
    about.settings().forEach(params::putIfAbsent);
    params.values().removeIf(value -> value == null || String.valueOf(value).isEmpty());
    return params;
  }

  private Map<String, Object> tags() {
    Map<String, Object> tags = new LinkedHashMap<>();
    tags.put("parallax.version", Version.NUMBER);
    tags.put("parallax.build", Version.build());
    tags.put("parallax.resultHash", result.resultHash());
    notes.tags().forEach(tag -> tags.put("parallax.tag." + tag, "true"));
    return tags;
  }

  private static List<Map<String, Object>> pairs(Map<String, Object> values) {
    List<Map<String, Object>> pairs = new ArrayList<>();
    values.forEach(
        (key, value) -> {
          String text = String.valueOf(value);
          pairs.add(
              Map.of(
                  "key",
                  key(key),
                  "value",
                  text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…"));
        });
    return pairs;
  }

  private List<Map<String, Object>> metrics() {
    List<Map<String, Object>> all = new ArrayList<>();
    String own = result.about().title();
    result
        .comparison()
        .rows()
        .forEach(
            (row, metrics) -> means(all, row.equals(own) ? "" : "beside/" + row + "/", metrics));
    for (SplitLine split : result.bySplit()) {
      split.metrics().forEach((name, value) -> add(all, "split/" + name, value, split.trial()));
    }
    List<List<Double>> traces = result.training().traces();
    for (int split = 0; split < traces.size(); split++) {
      for (int round = 0; round < traces.get(split).size(); round++) {
        add(all, "objective/split-" + (split + 1), traces.get(split).get(round), round + 1);
      }
    }
    add(all, "rounds", result.training().rounds(), 0);
    add(all, "seconds", result.training().seconds(), 0);
    add(all, "bytesSent", (double) result.bytesUp(), 0);
    return all;
  }

  private void means(List<Map<String, Object>> all, String prefix, Map<String, MeanSd> metrics) {
    metrics.forEach(
        (name, value) -> {
          add(all, prefix + name, value.mean(), 0);
          if (result.about().splits() > 1) {
            add(all, prefix + name + ".sd", value.sd(), 0);
          }
        });
  }

  /** Adds a metric; the server takes finite numbers only. */
  private void add(List<Map<String, Object>> all, String name, Double value, int step) {
    if (value != null && Double.isFinite(value)) {
      all.add(Map.of("key", key(name), "value", value, "timestamp", now, "step", step));
    }
  }

  /** Returns a name that every version of the server takes. */
  private static String key(String name) {
    String clean = name.replaceAll("[^A-Za-z0-9_./ -]", "_").replaceAll("/{2,}", "/");
    return clean.length() <= 250 ? clean : clean.substring(0, 250);
  }
}
