package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.p;

import io.parallax.pages.Legend;
import io.parallax.pages.LineChart;
import io.parallax.pages.LineChart.Band;
import io.parallax.pages.LineChart.Line;
import io.parallax.pages.NumberText;
import io.parallax.pages.Page;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.Feature;
import io.parallax.run.StudyResult.SplitLine;
import j2html.tags.DomContent;
import j2html.tags.specialized.FigureTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The part of a report that shows how training went, and which columns the model uses. */
final class TrainingSection {
  private static final String LABEL = "The objective after each round";
  private static final int FEW = 5; // splits with a line each
  private static final int COLUMNS = 10;
  private final StudyResult run;
  private final Page page;
  private final String split;

  TrainingSection(StudyResult run, Page page) {
    this.run = run;
    this.page = page;
    this.split = run.about().clustered() ? "seed" : "split";
  }

  void add() {
    objective();
    importance();
  }

  private void objective() {
    List<double[]> traces =
        run.training().traces().stream()
            .map(trace -> trace.stream().mapToDouble(v -> v == null ? Double.NaN : v).toArray())
            .toList();
    boolean drawn =
        traces.stream().anyMatch(t -> t.length > 1)
            && traces.stream().flatMapToDouble(Arrays::stream).anyMatch(Double::isFinite);
    if (!drawn) {
      return; // one round draws no curve
    }
    page.section("Training");
    if (traces.size() > FEW) {
      page.drawing(band(traces), bandExplained(traces.size()) + " " + converged());
      return;
    }
    List<Line> lines = new ArrayList<>();
    traces.forEach(trace -> lines.add(new Line(split + " " + (lines.size() + 1), trace)));
    if (lines.size() > 1) {
      page.add(Legend.ofLines(lines.stream().map(Line::name).toList()));
    }
    page.drawing(
        LineChart.of(LABEL, "objective", lines, NumberText::number), LABEL + ". " + converged());
  }

  private static DomContent band(List<double[]> traces) {
    return LineChart.of(
        LABEL + ", median and range",
        "objective",
        new Line("median", over(traces, TrainingSection::median)),
        new Band(
            over(traces, all -> Arrays.stream(all).min().orElse(Double.NaN)),
            over(traces, all -> Arrays.stream(all).max().orElse(Double.NaN))),
        NumberText::number);
  }

  private String bandExplained(int splits) {
    return "The objective after each round: the median of %d %ss, and their range. One that ends earlier keeps its last value."
        .formatted(splits, split);
  }

  /** Returns something of the traces' values, round by round. */
  private static double[] over(List<double[]> traces, ToDoubleFunction<double[]> of) {
    List<double[]> known = traces.stream().filter(trace -> trace.length > 0).toList();
    int rounds = known.stream().mapToInt(trace -> trace.length).max().orElse(0);
    return IntStream.range(0, rounds)
        .mapToDouble(
            r ->
                of.applyAsDouble(
                    known.stream()
                        .mapToDouble(trace -> trace[Math.min(r, trace.length - 1)])
                        .filter(value -> !Double.isNaN(value))
                        .toArray()))
        .toArray();
  }

  private static double median(double[] values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** Returns how many trainings ended by themselves, and how many at the limit of rounds. */
  private String converged() {
    long ended = run.bySplit().stream().filter(SplitLine::converged).count();
    int all = run.bySplit().size();
    if (all == 0) {
      return "";
    }
    String rounds = format("%.1f rounds on average", run.training().rounds());
    if (ended == all) {
      return all == 1
          ? format("It converged in %.0f rounds.", run.training().rounds())
          : "All %ss converged, in %s.".formatted(split, rounds);
    }
    return ended == 0
        ? "%s did not converge and ended at the limit of rounds, %s."
            .formatted(all == 1 ? "It" : "The " + split + "s", rounds)
        : "%d of %d %ss converged; the others ended at the limit of rounds. %s."
            .formatted(ended, all, split, rounds);
  }

  private void importance() {
    List<FigureTag> views = new ArrayList<>();
    double most =
        run.training().importance().values().stream()
            .flatMap(List::stream)
            .mapToDouble(Feature::importance)
            .max()
            .orElse(0);
    run.training()
        .importance()
        .forEach(
            (view, columns) -> {
              if (!columns.isEmpty()) {
                views.add(importance(view, columns, most));
              }
            });
    if (views.isEmpty()) {
      return;
    }
    page.section("What the model looks at");
    page.side(views);
    page.soft(
        "The importance of each column in its view's model, mean over the %ss, on one scale for all views: the norm of its row, or in trees the number of splits by it."
            .formatted(split));
  }

  private FigureTag importance(String view, List<Feature> columns, double most) {
    List<Feature> used = columns.stream().filter(one -> one.importance() > 0).toList();
    return used.isEmpty()
        ? Page.titled(view, p("No column is used."))
        : Page.titled(
            view,
            Charts.bars(used, COLUMNS, most, "Importance of columns of " + view),
            left(view, used.size()));
  }

  /** Returns how many columns are not drawn, and how many of them the model does not use. */
  private String left(String view, int used) {
    Integer all = run.about().data().columns().get(view);
    int drawn = Math.min(COLUMNS, used);
    if (all == null) {
      return "The first %d.".formatted(drawn);
    }
    int unused = run.training().unused().getOrDefault(view, 0);
    String rest =
        drawn == all ? "All %d columns.".formatted(all) : "%d of %d columns.".formatted(drawn, all);
    return unused == 0
        ? rest
        : rest + " %d %s importance 0.".formatted(unused, unused == 1 ? "has" : "have");
  }
}
