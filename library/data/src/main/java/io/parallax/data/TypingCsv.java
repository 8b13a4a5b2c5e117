package io.parallax.data;

import io.parallax.data.TypingSessions.View;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes typing sessions as files to look at: features per view, and the labels. */
record TypingCsv(TypingSessions sessions) {

  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (View view : View.values()) {
      String name = "view_" + view.name().toLowerCase(Locale.ROOT) + ".csv";
      writeView(view, folder.resolve(name));
    }
    writeLabels(folder.resolve("labels.csv"));
  }

  private void writeView(View view, Path file) throws IOException {
    Matrix features = sessions.features(view);
    List<String> ids = sessions.ids();
    try (CsvText csv = CsvText.exact(file)) {
      csv.row(line("id", sessions.columns(view)));
      for (int s = 0; s < features.rows(); s++) {
        List<String> cells = new ArrayList<>();
        for (double value : features.row(s)) {
          cells.add(Float.toString((float) value));
        }
        csv.row(line(ids.get(s), cells));
      }
    }
  }

  private void writeLabels(Path file) throws IOException {
    List<String> ids = sessions.ids();
    int[] users = sessions.users();
    double[] scores = sessions.scores();
    int[] labels = sessions.labels();
    try (CsvText csv = CsvText.exact(file)) {
      csv.row("id", "user", "score", "label");
      for (int s = 0; s < labels.length; s++) {
        csv.row(
            ids.get(s),
            Integer.toString(users[s]),
            Integer.toString((int) scores[s]),
            Integer.toString(labels[s]));
      }
    }
  }

  private static List<String> line(String first, List<String> rest) {
    List<String> line = new ArrayList<>(List.of(first));
    line.addAll(rest);
    return line;
  }
}
