package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.eval.Calibration;
import io.parallax.pages.DotChart;
import io.parallax.pages.Legend;
import io.parallax.pages.OpposedBars;
import io.parallax.pages.Page;
import io.parallax.pages.ShareChart;
import io.parallax.pages.ShareChart.Curve;
import io.parallax.run.ScoreCurves;
import io.parallax.run.ScoreCurves.Band;
import io.parallax.run.ScoreCurves.Histogram;
import io.parallax.run.ScoreCurves.OfClass;
import io.parallax.run.StudyResult;
import j2html.tags.specialized.FigureTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The part of a report that draws the scores of held-out rows over all thresholds. */
final class CurvesSection {
  private static final double[] STEPS =
      IntStream.rangeClosed(0, ScoreCurves.STEPS)
          .mapToDouble(s -> (double) s / ScoreCurves.STEPS)
          .toArray();
  private final StudyResult run;
  private final Page page;
  private final ScoreCurves curves;

  CurvesSection(StudyResult run, Page page) {
    this.run = run;
    this.page = page;
    this.curves = run.comparison().curves();
  }

  void add() {
    if (curves == null) {
      return;
    }
    page.section("Scores");
    if (curves.classes().size() > 1) {
      page.add(Legend.ofLines(names()));
    }
    List<FigureTag> figures = new ArrayList<>(List.of(roc(), precision()));
    if (calibrated()) {
      figures.add(calibration());
    }
    page.side(figures);
    page.soft(explained());
    if (curves.classes().size() > 1) {
      page.table(
          List.of("class against the rest", "share, %", "area under ROC", "average precision"),
          curves.classes().stream().map(CurvesSection::row).toList());
    }
    if (curves.histogram() != null) {
      histogram(curves.histogram());
    }
  }

  private List<String> names() {
    return curves.classes().stream().map(OfClass::name).toList();
  }

  private boolean calibrated() {
    return curves.classes().stream().allMatch(one -> !one.calibration().isEmpty());
  }

  private static List<String> row(OfClass one) {
    return List.of(
        one.name(),
        format("%.1f", 100 * one.share()),
        format("%.3f", one.area()),
        format("%.3f", one.averagePrecision()));
  }

  /** Returns the number of the only class for a title. */
  private String only(String label, Function<OfClass, Double> number) {
    return curves.classes().size() == 1
        ? format(", %s %.3f", label, number.apply(curves.classes().get(0)))
        : "";
  }

  private FigureTag roc() {
    return Page.titled(
        "ROC" + only("area", OfClass::area),
        ShareChart.of(
            "ROC curve",
            "others taken for the class (1 − specificity)",
            "rows of the class that are found (recall)",
            lines(OfClass::roc),
            true));
  }

  private FigureTag precision() {
    return Page.titled(
        "Precision" + only("average", OfClass::averagePrecision),
        ShareChart.of(
            "Precision over recall",
            "rows of the class that are found (recall)",
            "rows taken for the class that are (precision)",
            lines(OfClass::precision),
            false));
  }

  private List<Curve> lines(Function<OfClass, Band> of) {
    return curves.classes().stream().map(one -> line(one.name(), of.apply(one))).toList();
  }

  private static Curve line(String name, Band band) {
    return new Curve(name, STEPS, band.mean(), band.low(), band.high());
  }

  private FigureTag calibration() {
    String label = "Observed shares over predicted probabilities";
    return Page.titled(
        "Calibration",
        curves.classes().size() == 1
            ? DotChart.beside(label, "predicted probability", dots(curves.classes().get(0)))
            : ShareChart.of(
                label,
                "predicted probability",
                "rows that are of the class",
                curves.classes().stream().map(CurvesSection::calibration).toList(),
                true));
  }

  private static List<DotChart.Dot> dots(OfClass one) {
    return IntStream.range(0, one.calibration().size())
        .mapToObj(g -> CheckSection.dot(g, one.calibration().get(g)))
        .toList();
  }

  private static Curve calibration(OfClass one) {
    return new Curve(
        one.name(),
        one.calibration().stream().mapToDouble(Calibration.Group::predicted).toArray(),
        one.calibration().stream().mapToDouble(Calibration.Group::observed).toArray());
  }

  private String explained() {
    boolean one = curves.classes().size() == 1;
    boolean several = run.about().splits() > 1;
    StringBuilder text = new StringBuilder();
    text.append(
        one
            ? "For the class '%s', on held-out rows%s."
                .formatted(
                    names().get(0), several ? ": the mean of the splits, and their range" : "")
            : "Each class against the rest, on held-out rows%s."
                .formatted(several ? "; the means of the splits" : ""));
    if (run.about().classes().size() > curves.classes().size() && !one) {
      text.append(" The %d largest classes are drawn.".formatted(curves.classes().size()));
    }
    text.append(" On the dashed diagonal of ROC scores are guesses");
    text.append(
        one
            ? format(
                "; a guess has a precision of %.3f, the share of the class.",
                curves.classes().get(0).share())
            : ".");
    if (calibrated()) {
      text.append(
          " Calibration: rows in groups of equal size by their probability; on the dashed line it is right.");
      text.append(one ? " Bars are the 95 % intervals of one split." : "");
    }
    return text.toString();
  }

  private void histogram(Histogram found) {
    String first = run.about().classes().get(0);
    String second = run.about().classes().get(1);
    page.subsection("Scores of the two classes");
    page.add(Legend.of(List.of(first, second)));
    page.drawing(
        OpposedBars.of(
            "Scores of held-out rows by their true class",
            found.probabilities()
                ? "probability of '" + second + "'"
                : "score of '%s' less score of '%s'".formatted(second, first),
            found.from(),
            found.to(),
            new OpposedBars.Side(first, shares(found.counts()[0])),
            new OpposedBars.Side(second, shares(found.counts()[1]))),
        format(
            "Held-out rows of all splits by their true class: '%s' above, '%s' below the axis. A row is taken for '%s' %s.%s",
            second,
            first,
            second,
            found.probabilities() ? "beyond 0.5" : "beyond 0",
            found.probabilities() ? "" : " The bars at both ends hold the rows beyond them, too."));
  }

  private static double[] shares(int[] counts) {
    double rows = Math.max(1, Arrays.stream(counts).sum());
    return Arrays.stream(counts).mapToDouble(count -> count / rows).toArray();
  }
}
