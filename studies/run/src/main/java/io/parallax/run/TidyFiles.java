package io.parallax.run;

import io.parallax.data.CsvFile;
import io.parallax.data.CsvText;
import io.parallax.data.Rows;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The numbers of all splits in long tables, a number or a row to a line, for other programs. */
final class TidyFiles {
  private TidyFiles() {}

  /** Returns every metric of every split: of all held-out rows, and party by party. */
  static String splits(Study study, List<SplitResult> splits) {
    Map<String, String> views = new TreeMap<>();
    if (study.layout() instanceof Layout.Vertical parties) {
      parties.holders().forEach(holder -> views.put(holder.id().name(), holder.view()));
    }
    CsvText csv = CsvText.forPeople("split", "party", "view", "method", "metric", "value");
    for (SplitResult split : splits) {
      SplitResult.Judgement judged = split.judgement();
      judged
          .rows()
          .forEach((row, metrics) -> metrics(csv, List.of(split.trial(), "", "", row), metrics));
      judged
          .byParty()
          .forEach(
              (row, parties) ->
                  parties.forEach(
                      (party, metrics) -> {
                        String view = views.getOrDefault(party, "");
                        metrics(csv, List.of(split.trial(), party, view, row), metrics);
                      }));
    }
    return csv.toString();
  }

  /** Returns the metrics of everything compared: means over splits, with their intervals. */
  static String metrics(StudyResult result) {
    CsvText csv = CsvText.forPeople("row", "metric", "mean", "sd", "splits", "low", "high");
    int splits = result.about().splits();
    result
        .comparison()
        .rows()
        .forEach(
            (row, metrics) ->
                metrics.forEach(
                    (metric, m) ->
                        csv.row(
                            Arrays.asList(
                                row,
                                metric,
                                known(m.mean()),
                                splits == 1 ? null : known(m.sd()), // one has no deviation
                                splits,
                                m.low(),
                                m.high()))));
    if (result.found().agreement() != null) {
      Object agreement = result.found().agreement();
      csv.row(
          Arrays.asList(result.about().title(), "agreement", agreement, null, splits, null, null));
    }
    return csv.toString();
  }

  private static Double known(double value) {
    return Double.isNaN(value) ? null : (Double) value;
  }

  private static void metrics(CsvText csv, List<Object> of, Map<String, Double> metrics) {
    metrics.forEach(
        (metric, value) -> {
          List<Object> cells = new ArrayList<>(of);
          cells.add(metric);
          cells.add(known(value));
          csv.row(cells);
        });
  }

  /** Writes the held-out rows of all splits into one file, each with the number of its split. */
  static void predictions(RunFolder folder, int splits) {
    Path file = folder.path().resolve("predictions.csv");
    Path beside = folder.path().resolve("predictions.csv.tmp");
    try {
      try (Writer to = Files.newBufferedWriter(beside)) {
        CsvText csv = null;
        for (int number = 1; number <= splits; number++) {
          csv = append(to, csv, number, CsvFile.of(folder.predictions(number)));
        }
      }
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private static CsvText append(Writer to, CsvText begun, int split, CsvFile part) {
    try (Rows rows = part.open()) {
      CsvText csv = begun == null ? CsvText.forPeople(to, numbered("split", rows.header())) : begun;
      int cells = rows.header().size();
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        Rows.Row found = row;
        csv.row(numbered(split, IntStream.range(0, cells).mapToObj(found::cell).toList()));
      }
      csv.flush();
      return csv;
    }
  }

  private static List<Object> numbered(Object first, List<String> cells) {
    List<Object> all = new ArrayList<>(List.of(first));
    all.addAll(cells);
    return all;
  }
}
