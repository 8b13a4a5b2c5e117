package io.parallax.cli;

import io.parallax.math.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A study of three parties on generated rows, in files, and its variants. */
final class SmallStudy {
  static final int ROWS = 40;

  /** Tests count its lines. */
  static final String YAML =
      """
      study: small
      method: vfedmv
      mode: best
      settings: {beta: 0.5, zeta: 2, eta: 1}
      parties:
        maple: {view: a, data: {csv: a.csv, id: id}, labels: {csv: labels.csv, id: id, column: label}}
        birch: {view: b, data: {csv: b.csv, id: id}}
        cedar: {view: c, data: {csv: c.csv, id: id}}
      evaluate: {split: stratified, test: 0.25, repeats: 2}
      stop: {rounds: 100, tolerance: 1e-6}
      seed: 3
      """;

  private SmallStudy() {}

  /** Writes rows and labels, and returns where the study file belongs. */
  static Path write(Path folder) {
    return write(folder, ROWS, 3);
  }

  static Path write(Path folder, int rows, int columns) {
    Rng rng = Rng.of(17);
    StringBuilder labels = new StringBuilder("id,label\n");
    for (int i = 0; i < rows; i++) {
      labels.append("p").append(i).append(i % 2 == 0 ? ",well\n" : ",ill\n");
    }
    put(folder.resolve("labels.csv"), labels.toString());
    for (String view : new String[] {"a", "b", "c"}) {
      put(folder.resolve(view + ".csv"), table(view, rows, columns, rng.child(view)));
    }
    return put(folder.resolve("study.yaml"), YAML);
  }

  /** Columns of noise; in the first two the classes differ. */
  private static String table(String view, int rows, int columns, Rng rng) {
    StringBuilder csv = new StringBuilder("id");
    for (int j = 0; j < columns; j++) {
      csv.append(',').append(view).append(j);
    }
    for (int i = 0; i < rows; i++) {
      csv.append("\np").append(i);
      for (int j = 0; j < columns; j++) {
        csv.append(',').append(rng.gaussian() + (j < 2 && i % 2 == 0 ? 1.2 : 0));
      }
    }
    return csv.append('\n').toString();
  }

  /** Replaces one place in a file. */
  static Path change(Path file, String from, String to) {
    String text = read(file);
    int at = text.indexOf(from);
    if (at < 0 || text.indexOf(from, at + 1) >= 0) {
      throw new IllegalArgumentException("not exactly once in " + file + ": " + from);
    }
    return put(file, text.replace(from, to));
  }

  static Path put(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
