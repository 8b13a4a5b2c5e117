package io.parallax.run;

import io.parallax.data.CsvFile;
import io.parallax.data.CsvText;
import io.parallax.data.Rows;
import io.parallax.engine.DurableFile;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The numbers of all splits in long tables, a number or a row to a line, for other programs. */
final class TidyFiles {
  static final String SPLITS_FILE = "splits.csv";
  private static final List<String> SPLITS =
      List.of("run", "method", "row", "split", "party", "view", "metric", "value");
  private static final int METHOD = SPLITS.indexOf("method");
  private static final int ROW = SPLITS.indexOf("row");

  private TidyFiles() {}

  /**
   * Returns every metric of every split: of all held-out rows, and party by party. A file has the
   * name of its run in every line, so that those of several runs can be put together.
   *
   * @param run the name of its folder
   * @param method its name; what it is compared with keeps the names of tables
   */
  static String splits(String run, String method, Study study, List<SplitResult> splits) {
    Map<String, String> views = new TreeMap<>();
    if (study.layout() instanceof Layout.Vertical parties) {
      parties.holders().forEach(holder -> views.put(holder.id().name(), holder.view()));
    }
    CsvText csv = CsvText.forPeople(SPLITS.toArray());
    for (SplitResult split : splits) {
      SplitResult.Judgement judged = split.judgement();
      String own = judged.rows().keySet().iterator().next();
      UnaryOperator<String> names = row -> row.equals(own) ? method : row;
      judged
          .rows()
          .forEach(
              (row, metrics) ->
                  metrics(
                      csv, List.of(run, method, names.apply(row), split.trial(), "", ""), metrics));
      judged
          .byParty()
          .forEach(
              (row, parties) ->
                  parties.forEach(
                      (party, metrics) -> {
                        String view = views.getOrDefault(party, "");
                        metrics(
                            csv,
                            List.of(run, method, names.apply(row), split.trial(), party, view),
                            metrics);
                      }));
    }
    return csv.toString();
  }

  /** Gives the method of a run another name in the file that {@link #splits} has made. */
  static void rename(Path run, String method) {
    Path file = run.resolve(SPLITS_FILE);
    if (!Files.exists(file)) {
      return; // the run is not finished
    }
    CsvText csv = CsvText.forPeople(SPLITS.toArray());
    try (Rows rows = CsvFile.of(file).open()) {
      if (!rows.header().equals(SPLITS)) {
        return; // of an earlier version
      }
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        Rows.Row found = row;
        List<Object> cells =
            new ArrayList<>(IntStream.range(0, SPLITS.size()).mapToObj(found::cell).toList());
        if (cells.get(ROW).equals(cells.get(METHOD))) {
          cells.set(ROW, method);
        }
        cells.set(METHOD, method);
        csv.row(cells);
      }
    }
    DurableFile.replace(file, csv.toString().getBytes(StandardCharsets.UTF_8));
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
