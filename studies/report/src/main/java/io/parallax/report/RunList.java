package io.parallax.report;

import io.parallax.pages.NumberText;
import io.parallax.run.Metrics;
import io.parallax.run.Runs;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The runs that are kept, as a table for a terminal. */
public final class RunList {
  static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RunList() {}

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
