package io.parallax.report;

import io.parallax.pages.NumberText;
import io.parallax.run.KeptResults;
import io.parallax.run.Metrics;
import io.parallax.run.Runs;
import io.parallax.run.StudyResult;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The runs that are kept, as a table for a terminal. */
public final class RunList {
  static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RunList() {}

  /**
   * A run for programs.
   *
   * @param started as ISO-8601; empty for a run of an earlier version
   * @param splits how many of them are finished
   * @param metrics of the method itself; empty for a run that is not finished
   */
  private record Listed(
      String folder,
      String study,
      String method,
      String mode,
      String started,
      String name,
      List<String> tags,
      int splits,
      boolean finished,
      Map<String, StudyResult.MeanSd> metrics,
      String resultHash) {

    static Listed of(Runs.Kept run) {
      return new Listed(
          run.folder().toString(),
          run.study(),
          run.method(),
          run.mode(),
          run.notes().started(),
          run.notes().name(),
          run.notes().tags(),
          run.finished(),
          run.result().isPresent(),
          run.result().map(StudyResult::metrics).orElse(Map.of()),
          run.result().map(StudyResult::resultHash).orElse(""));
    }
  }

  /** Returns the runs as one line of JSON. */
  public static String json(List<Runs.Kept> runs) {
    Map<String, Object> all = Map.of("runs", runs.stream().map(Listed::of).toList());
    return new String(KeptResults.bytes(all), StandardCharsets.UTF_8);
  }

  public static String of(List<Runs.Kept> runs) {
    TextTable table =
        new TextTable(
            "run",
            "name",
            "tags",
            "began (UTC)",
            "method",
            "mode",
            "splits",
            "judged by",
            "rounds",
            "s");
    for (Runs.Kept run : runs) {
      table.row(
          run.folder().getFileName().toString(),
          run.notes().name(),
          String.join(", ", run.notes().tags()),
          run.notes().instant().map(MINUTE::format).orElse(""),
          run.method(),
          run.mode(),
          Integer.toString(run.finished()),
          run.result().map(Metrics::judged).orElse("unfinished"),
          run.result().map(r -> NumberText.format("%.1f", r.training().rounds())).orElse(""),
          run.result().map(r -> NumberText.format("%.1f", r.training().seconds())).orElse(""));
    }
    return table.toString();
  }
}
