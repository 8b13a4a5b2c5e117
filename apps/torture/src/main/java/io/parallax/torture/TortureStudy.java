package io.parallax.torture;

import io.parallax.data.CsvText;
import io.parallax.math.Rng;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The studies that are run while nodes fail: the same rows, several methods and protections. */
enum TortureStudy {
  VFEDMV_MASKED("method: vfedmv\nmode: paper\nsettings: {beta: 0.5, zeta: 2, eta: 1}", "masked"),
  VFEDMV_PLAIN("method: vfedmv\nmode: paper\nsettings: {beta: 0.5, zeta: 2, eta: 1}", "plain"),
  VFEDMV_PROVED("method: vfedmv\nmode: paper\nsettings: {beta: 0.5, zeta: 2, eta: 1}", "proved"),
  MMVFL_MASKED("method: mmvfl", "masked"),
  JOINT_MASKED("method: joint", "masked");

  private static final int ROWS = 200;
  private static final int COLUMNS = 3;
  private static final int SEED = 17;
  private final String method;
  private final String aggregation;

  TortureStudy(String method, String aggregation) {
    this.method = method;
    this.aggregation = aggregation;
  }

  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the study between machines. */
  String between(int number, List<String> parties) {
    return text("t" + number, aggregation, parties, party -> "");
  }

  /** Returns the result hash of the same study in this process, without faults. */
  String undisturbed(Path folder, List<String> parties) {
    Path data = folder.resolve("data");
    String text =
        text(
            "here",
            "plain",
            parties,
            party -> ", data: {csv: '%s', id: id}".formatted(data.resolve(party + ".csv")));
    String truth =
        ", labels: {csv: '%s', id: id, column: label}".formatted(data.resolve("labels.csv"));
    String here = text.replace(", labels: true", truth) + "report: {points: 0}\n";
    return StudyRun.of(
            StudyFile.parse(name(), here, folder), RunOptions.in(folder.resolve("run-" + name())))
        .resultHash();
  }

  private String text(
      String name, String aggregation, List<String> parties, Function<String, String> rows) {
    StringBuilder yaml =
        new StringBuilder("study: %s\npurpose: to see it go on\n".formatted(name))
            .append(method)
            .append("\nparties:\n");
    for (String party : parties) {
      yaml.append("  %1$s: {view: %1$s%2$s".formatted(party, rows.apply(party)))
          .append(party.equals(parties.get(0)) ? ", labels: true}\n" : "}\n");
    }
    return yaml.append(
            """
            evaluate: {split: random, test: 0.25, repeats: 3}
            stop: {rounds: 30, tolerance: 0}
            model: false
            seed: 3
            protection: {aggregation: %s}
            """
                .formatted(aggregation))
        .toString();
  }

  /** Writes a view for each party, in another order in each file, and the labels. */
  static void rows(Path data, List<String> parties) {
    CsvText labels = CsvText.exact(new StringWriter()).row("id", "label");
    for (int i = 0; i < ROWS; i++) {
      labels.row("p" + i, i % 2 == 0 ? "well" : "ill");
    }
    write(data.resolve("labels.csv"), labels.toString());
    for (String party : parties) {
      Rng rng = Rng.of(SEED).child(party);
      List<Object> header = new ArrayList<>(List.of("id"));
      for (int j = 0; j < COLUMNS; j++) {
        header.add(party + j);
      }
      CsvText csv = CsvText.exact(new StringWriter()).row(header);
      for (int i : rng.permutation(ROWS)) {
        List<Object> row = new ArrayList<>(List.of("p" + i));
        for (int j = 0; j < COLUMNS; j++) {
          row.add(rng.gaussian() + (j < 2 && i % 2 == 0 ? 0.8 : 0));
        }
        csv.row(row);
      }
      write(data.resolve(party + ".csv"), csv.toString());
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
