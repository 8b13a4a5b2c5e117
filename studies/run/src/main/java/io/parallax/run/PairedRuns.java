package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.data.Json;
import io.parallax.run.StudyResult.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Differences between two runs whose splits hold out the same rows, as one seed makes them. */
public final class PairedRuns {
  private PairedRuns() {}

  /**
   * The accuracy of one run minus that of another, split by split; none where they hold out other
   * rows, or the rows have other classes.
   */
  public static Optional<Difference> accuracy(Path one, Path other) {
    List<SplitResult> ours = trials(one);
    List<SplitResult> theirs = trials(other);
    List<List<String>> rows = heldOut(one, ours.size());
    if (rows.isEmpty() || !rows.equals(heldOut(other, theirs.size()))) {
      return Optional.empty();
    }
    double[] differences = new double[ours.size()];
    for (int j = 0; j < differences.length; j++) {
      differences[j] = accuracy(ours.get(j)) - accuracy(theirs.get(j));
    }
    boolean drawn = new HashSet<>(rows).size() == rows.size();
    return Optional.of(Differences.tested(differences, ours, drawn));
  }

  private static double accuracy(SplitResult trial) {
    return trial.judgement().own().getOrDefault("accuracy", Double.NaN);
  }

  private static List<SplitResult> trials(Path run) {
    List<SplitResult> all = new ArrayList<>();
    try {
      for (int number = 1; Files.exists(file(run, number, ".json")); number++) {
        all.add(Json.MAPPER.readValue(file(run, number, ".json").toFile(), SplitResult.class));
      }
    } catch (IOException e) {
      throw BadInput.quoting(run + " cannot be read; it may be of another version of Parallax", e);
    }
    return all;
  }

  /** Id and class of every held-out row, split by split; nothing where a file is missing. */
  private static List<List<String>> heldOut(Path run, int splits) {
    List<List<String>> all = new ArrayList<>();
    for (int number = 1; number <= splits; number++) {
      Path file = file(run, number, "/predictions.csv");
      if (!Files.exists(file)) {
        return List.of();
      }
      List<String> rows = new ArrayList<>();
      CsvFile.of(file).cells().forEach(cells -> rows.addAll(cells.subList(0, 2)));
      all.add(rows);
    }
    return all;
  }

  private static Path file(Path run, int number, String rest) {
    return run.resolve(PartName.of(number) + rest);
  }
}
