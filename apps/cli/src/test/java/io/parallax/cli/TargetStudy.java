package io.parallax.cli;

import io.parallax.math.Rng;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A study of three parties that learns numbers, counts or times, on generated rows in files. */
final class TargetStudy {
  static final int ROWS = 300;

  /** The coefficients of a0, b0 and c0 from which the rows are made; other columns have none. */
  static final double[] TRUE = {0.8, -0.5, 0.3};

  private TargetStudy() {}

  /** Writes rows and targets, and returns a study file with this target at the first party. */
  static Path write(Path folder, String target) {
    return write(folder, target, ROWS);
  }

  private static Path write(Path folder, String target, int rows) {
    Rng rng = Rng.of(23);
    StringBuilder[] views = {
      new StringBuilder("id,a0,a1\n"), new StringBuilder("id,b0,b1\n"), new StringBuilder("id,c0\n")
    };
    StringBuilder targets = new StringBuilder("id,grams,skips,area,days,event,ward\n");
    for (int i = 0; i < rows; i++) {
      double[] x = {rng.gaussian(), rng.gaussian(), rng.gaussian()};
      double eta = x[0] * TRUE[0] + x[1] * TRUE[1] + x[2] * TRUE[2];
      views[0].append(row(i, x[0], rng.gaussian()));
      views[1].append(row(i, x[1], rng.gaussian()));
      views[2].append(row(i, x[2]));
      double area = 1 + i % 3;
      double days = 100 * -Math.log(1 - rng.uniform()) / Math.exp(eta);
      double seen = 150 * rng.uniform() + 1;
      targets.append(
          String.format(
              Locale.ROOT,
              "p%d,%.6f,%d,%.1f,%.4f,%d,%s%n",
              i,
              3000 + 200 * (eta + 0.5 * rng.gaussian()),
              count(area * Math.exp(eta), rng),
              area,
              Math.max(0.01, Math.min(days, seen)),
              days <= seen ? 1 : 0,
              i % 2 == 0 ? "north" : "south"));
    }
    SmallStudy.put(folder.resolve("target.csv"), targets.toString());
    for (int v = 0; v < 3; v++) {
      SmallStudy.put(folder.resolve("abc".charAt(v) + ".csv"), views[v].toString());
    }
    return SmallStudy.put(
        folder.resolve("study.yaml"),
        """
        study: small
        method: joint
        parties:
          maple: {view: a, data: {csv: a.csv, id: id}, target: {csv: target.csv, id: id, %s}}
          birch: {view: b, data: {csv: b.csv, id: id}}
          cedar: {view: c, data: {csv: c.csv, id: id}}
        evaluate: {test: 0.25, repeats: 2}
        seed: 3
        """
            .formatted(target));
  }

  /** Spreads the rows, with all columns and targets, over files of three parties. */
  static void spread(Path folder, List<String> parties) {
    spread(folder, parties, ROWS);
  }

  static void spread(Path folder, List<String> parties, int rows) {
    write(folder, "column: grams", rows);
    List<List<String>> files =
        Stream.of("a", "b", "c", "target")
            .map(name -> SmallStudy.read(folder.resolve(name + ".csv")).lines().toList())
            .toList();
    StringBuilder[] sites = {new StringBuilder(), new StringBuilder(), new StringBuilder()};
    for (int i = 0; i <= rows; i++) {
      StringBuilder row = new StringBuilder(files.get(0).get(i));
      for (List<String> file : files.subList(1, files.size())) {
        row.append(file.get(i).substring(file.get(i).indexOf(',')));
      }
      for (int p = 0; p < 3; p++) {
        if (i == 0 || i % 3 == p) {
          sites[p].append(row).append('\n');
        }
      }
    }
    for (int p = 0; p < 3; p++) {
      SmallStudy.put(folder.resolve(parties.get(p) + ".csv"), sites[p].toString());
    }
  }

  private static String row(int i, double... cells) {
    StringBuilder row = new StringBuilder("p" + i);
    for (double cell : cells) {
      row.append(',').append(cell);
    }
    return row.append('\n').toString();
  }

  private static int count(double mean, Rng rng) {
    int events = 0;
    for (double time = -Math.log(1 - rng.uniform()); time < mean; events++) {
      time -= Math.log(1 - rng.uniform());
    }
    return events;
  }
}
