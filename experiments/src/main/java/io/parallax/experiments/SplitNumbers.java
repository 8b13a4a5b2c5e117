package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.data.CsvFile;
import io.parallax.data.CsvText;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Pairing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The numbers of every split of a study, of the method and of all that it is compared with. */
final class SplitNumbers {
  private static final int FOLDS = 5;
  private static final double TEST = 0.2;
  private static final int ROW = 2; // places of columns
  private static final int PARTY = 4;
  private static final int METRIC = 6;
  private static final int VALUE = 7;
  private final Map<List<String>, List<Double>> values = new HashMap<>(); // by row and metric

  private SplitNumbers() {}

  /** Reads the splits.csv of a run's folder. */
  static SplitNumbers read(Path folder) {
    SplitNumbers found = new SplitNumbers();
    for (List<String> line : CsvFile.of(folder.resolve("splits.csv")).cells()) {
      String value = line.get(VALUE);
      if (line.get(PARTY).isEmpty() && !value.isEmpty()) { // of all parties' rows
        found
            .values
            .computeIfAbsent(List.of(line.get(ROW), line.get(METRIC)), key -> new ArrayList<>())
            .add(Double.parseDouble(value));
      }
    }
    return found;
  }

  /**
   * Returns the mean of a metric over the splits, with the number of each; empty if a split lacks
   * it.
   *
   * @param factor 100 for a share that is shown in per cent
   */
  Cell cell(String row, String metric, double factor) {
    List<Double> found = values.getOrDefault(List.of(CsvText.shown(row), metric), List.of());
    return found.isEmpty() || found.stream().anyMatch(value -> value.isNaN())
        ? Cell.NONE
        : Cell.of(found.stream().map(value -> factor * value).toList());
  }

  /** Returns how the splits of a study belong together; the first line is the reference. */
  static Pairing pairing(JsonNode study, String reference) {
    return new Pairing(reference, false, overlap(study.path("evaluate")), "splits");
  }

  /** Held-out rows over training rows; null where the same rows are held out each time. */
  private static Double overlap(JsonNode evaluate) {
    String split = evaluate.path("split").asText(evaluate.has("folds") ? "folds" : "random");
    if (split.equals("last") || split.equals("given")) {
      return null;
    }
    if (split.endsWith("folds")) {
      return 1.0 / (evaluate.path("folds").asInt(FOLDS) - 1);
    }
    double test = evaluate.path("test").asDouble(TEST);
    return test / (1 - test);
  }
}
