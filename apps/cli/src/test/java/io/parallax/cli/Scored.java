package io.parallax.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A CSV file of predictions: each row's cells by column; no cell has a comma in it. */
record Scored(List<String> header, Map<String, Map<String, String>> rows) {

  static Scored read(Path file) {
    return parse(SmallStudy.read(file));
  }

  static Scored parse(String csv) {
    List<String> header = List.of(csv.lines().findFirst().orElseThrow().split(","));
    Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    csv.lines()
        .skip(1)
        .map(line -> line.split(","))
        .forEach(
            cells -> {
              Map<String, String> row = new LinkedHashMap<>();
              for (int j = 0; j < cells.length; j++) {
                row.put(header.get(j), cells[j]);
              }
              rows.put(cells[0], row);
            });
    return new Scored(header, rows);
  }

  /** Each id's predicted class. */
  Map<String, String> classes() {
    Map<String, String> classes = new LinkedHashMap<>();
    rows.forEach((id, row) -> classes.put(id, row.get("class")));
    return classes;
  }

  /** An id's scores. */
  double[] scores(String id) {
    return header.stream()
        .filter(name -> name.startsWith("score:"))
        .mapToDouble(name -> Double.parseDouble(rows.get(id).get(name)))
        .toArray();
  }

  /** The part of the rows whose predicted class is the true one. */
  double accuracy() {
    return rows.values().stream().filter(r -> r.get("truth").equals(r.get("class"))).count()
        / (double) rows.size();
  }

  static double distance(double[] a, double[] b) {
    double[] d = new double[a.length];
    Arrays.setAll(d, i -> Math.abs(a[i] - b[i]));
    return Arrays.stream(d).max().orElse(Double.NaN);
  }
}
