package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import io.parallax.core.Methods;
import io.parallax.eval.Calibration;
import io.parallax.pages.Page;
import io.parallax.run.Metrics;
import io.parallax.run.PredictionCheck.Agreement;
import io.parallax.run.StudyResult.MeanSd;
import io.parallax.run.Validation;
import java.util.ArrayList;
import java.util.List;

/** A validation as a person reads it: in a terminal, or as a page that needs nothing else. */
public final class ValidationText {
  private static final String EXPLAINED =
      "Calibration slope and observed over expected are 1 where predictions are right, the mean error is 0. A slope below 1 means that predictions are too extreme.";

  private static final String CUTS =
      "thirds of the training rows' predictions (of these rows', if the model keeps none)";

  private ValidationText() {}

  /** Returns the text for a terminal. */
  public static String of(Validation found) {
    StringBuilder text = new StringBuilder(head(found)).append("\n\n");
    TextTable metrics = new TextTable("", "these rows");
    metrics(found).forEach(metrics::row);
    text.append(metrics);
    if (found.check() != null) {
      text.append(ResultText.wrapped(List.of(EXPLAINED)));
      found.check().calibration().forEach(at -> text.append('\n').append(table(at)));
    }
    return text.toString();
  }

  /** Returns the page. */
  public static String page(Validation found) {
    Page page = new Page("Validation of " + found.study());
    page.heading("Validation of " + found.study());
    page.soft(head(found) + ".");
    found.notes().forEach(note -> page.text("Note: " + note));
    page.section("Results");
    page.table(List.of("", "these rows"), metrics(found));
    if (found.check() != null) {
      page.soft(EXPLAINED);
      String rows = format("these %,d rows", found.rows());
      new CheckSection(found.check(), rows, CUTS, page).add();
    }
    return page.html();
  }

  private static String head(Validation found) {
    return format(
        "%s, study %s: trained on %,d rows, judged on %,d others",
        Methods.named(found.method()).about().title(),
        found.study(),
        found.trained(),
        found.rows());
  }

  private static List<List<String>> metrics(Validation found) {
    List<List<String>> rows = new ArrayList<>();
    found
        .metrics()
        .forEach(
            (metric, value) ->
                rows.add(
                    List.of(
                        Metrics.label(metric) + (Metrics.isShare(metric) ? ", %" : ""),
                        Metrics.cell(metric, new MeanSd(value, 0), 1))));
    return rows;
  }

  private static TextTable table(Agreement at) {
    TextTable table =
        new TextTable(
            at.time() == null ? "group" : "survival at " + CheckSection.at(at),
            "rows",
            "predicted",
            "observed",
            "95 % interval");
    int group = 1;
    for (Calibration.Group one : at.groups()) {
      table.row(
          Integer.toString(group++),
          format("%,d", one.rows()),
          number(one.predicted()),
          number(one.observed()),
          number(one.interval().low()) + " to " + number(one.interval().high()));
    }
    return table;
  }
}
