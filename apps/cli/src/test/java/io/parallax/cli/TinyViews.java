package io.parallax.cli;

import io.parallax.math.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A small data set as experiments take it: view_NAME.csv files and labels.csv. */
final class TinyViews {
  private static final int ROWS = 120;

  private TinyViews() {}

  static Path write(Path folder) {
    try {
      Files.createDirectories(folder);
      view(folder, "blood", 3, 1);
      view(folder, "heart", 2, 2);
      StringBuilder labels = new StringBuilder("id,label\n");
      for (int i = 0; i < ROWS; i++) {
        labels.append("p").append(i).append(',').append(i % 3).append('\n');
      }
      Files.writeString(folder.resolve("labels.csv"), labels);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void view(Path folder, String name, int columns, long seed) throws IOException {
    Rng rng = Rng.of(seed);
    StringBuilder csv = new StringBuilder("id");
    for (int j = 0; j < columns; j++) {
      csv.append(',').append(name).append(j);
    }
    for (int i = 0; i < ROWS; i++) {
      csv.append("\np").append(i);
      for (int j = 0; j < columns; j++) {
        csv.append(String.format(Locale.ROOT, ",%.4f", rng.gaussian() + (i % 3 == j ? 2 : 0)));
      }
    }
    Files.writeString(folder.resolve("view_" + name + ".csv"), csv.append('\n'));
  }
}
