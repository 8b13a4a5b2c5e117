package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import io.parallax.eval.Calibration;
import io.parallax.eval.KaplanMeier;
import io.parallax.pages.DotChart;
import io.parallax.pages.DotChart.Dot;
import io.parallax.pages.Page;
import io.parallax.pages.StepChart;
import io.parallax.run.PredictionCheck;
import io.parallax.run.PredictionCheck.Agreement;
import io.parallax.run.PredictionCheck.Kind;
import j2html.tags.specialized.FigureTag;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of a page that sets predictions beside what was observed, in groups of rows.
 *
 * @param rows the rows that were compared, in words
 * @param cuts the rows whose predictions part the groups of risk, in words
 */
record CheckSection(PredictionCheck check, String rows, String cuts, Page page) {
  void add() {
    curves();
    calibration();
    residuals();
  }

  private void curves() {
    if (check.curves() == null) {
      return;
    }
    page.section("Survival by risk");
    page.drawing(
        StepChart.of(
            "Survival of groups by predicted risk",
            check.curves().times(),
            check.curves().counted(),
            check.curves().groups().stream()
                .map(one -> new StepChart.Line(one.name(), one.survival(), one.atRisk()))
                .toList()),
        format(
            "Share without an event (Kaplan–Meier) of %s, in groups by predicted risk; %s part them. Beneath: rows still observed at a time.",
            rows, cuts));
    page.table(
        List.of("", "rows", "events"),
        check.curves().groups().stream()
            .map(one -> List.of(one.name(), format("%,d", one.rows()), format("%,d", one.events())))
            .toList());
    page.soft(
        "Curves are known at equal steps of time only, not at each event. Counts may be small: whoever gets this page sees them.");
  }

  private void calibration() {
    if (check.calibration().isEmpty()) {
      return;
    }
    page.section("Calibration");
    page.side(check.calibration().stream().map(this::calibrated).toList());
    page.soft(
        format(
            "%s beside what was observed, with 95 %% intervals: %s in groups of equal size by prediction. On the dashed line both are equal.",
            predictions(), rows));
  }

  private String predictions() {
    return switch (check.kind()) {
      case NUMBER -> "Mean predicted number";
      case COUNT -> "Mean predicted count";
      case TIME -> "Mean predicted survival until a time";
      case PROBABILITY -> "Mean predicted probability";
    };
  }

  private FigureTag calibrated(Agreement at) {
    String name = check.kind() == Kind.TIME ? "predicted survival" : "predicted";
    List<Dot> dots =
        IntStream.range(0, at.groups().size()).mapToObj(g -> dot(g, at.groups().get(g))).toList();
    return Page.titled(
        at.time() == null ? "observed over predicted" : "at time " + at(at),
        DotChart.beside("Observed over predicted, in groups", name, dots));
  }

  /** Returns a time with the area under the curve then. */
  static String at(Agreement at) {
    return number(at.time()) + (at.auc() == null ? "" : format(", AUC %.3f", at.auc()));
  }

  private static String name(int group, int rows) {
    return format("group %d, %,d rows", group + 1, rows);
  }

  static Dot dot(int place, Calibration.Group one) {
    return new Dot(
        name(place, one.rows()),
        one.predicted(),
        one.observed(),
        one.interval().low(),
        one.interval().high(),
        0);
  }

  private static Dot dot(int place, Calibration.Spread one) {
    KaplanMeier.Interval interval = one.interval();
    return new Dot(
        name(place, one.rows()),
        one.predicted(),
        one.mean(),
        interval.low(),
        interval.high(),
        one.deviation());
  }

  private void residuals() {
    if (check.residuals().isEmpty()) {
      return;
    }
    boolean times = check.kind() == Kind.TIME;
    List<Dot> dots =
        IntStream.range(0, check.residuals().size())
            .mapToObj(g -> dot(g, check.residuals().get(g)))
            .toList();
    page.section("Residuals");
    page.side(
        List.of(
            Page.titled(
                "mean residual over prediction",
                DotChart.aroundZero(
                    "Mean residual over prediction, in groups",
                    times ? "log relative risk" : "predicted",
                    dots))));
    page.soft(
        format(
            "%s of %s, in groups of equal size by prediction: mean with its 95 %% interval; shaded: one standard deviation of single rows. Means far from 0 tell of a relation that is not linear%s. No single row is drawn.",
            times
                ? "Martingale residuals (events less expected events)"
                : "Residuals (observed less predicted)",
            rows,
            times ? "" : "; shades that grow to one side, of a variance that does"));
  }
}
