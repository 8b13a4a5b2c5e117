package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import io.parallax.run.StudyResult;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.certainty.Coverage;
import io.parallax.study.Certainty.Per;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.ArrayList;
import java.util.List;

/** The certainty of predictions in words and cells. */
final class CertaintyText {
  /** Column heads of {@link #losses}. */
  static final List<String> LOSS_HEADER =
      List.of("probabilities", "rows", "temperature", "log loss before", "log loss after");

  private final StudyResult run;
  private final CertaintyResult found;

  CertaintyText(StudyResult run) {
    this.run = run;
    this.found = run.comparison().certainty();
  }

  private boolean ofClasses() {
    return found.score().ofClasses();
  }

  private String promised() {
    return number(100 * (1 - found.miscoverage())) + " %";
  }

  /** Returns the column heads of {@link #rows}. */
  List<String> header() {
    List<String> header =
        new ArrayList<>(
            List.of(
                (ofClasses() ? "sets" : "intervals") + " that hold the truth",
                "rows",
                "share, %",
                "95 % interval"));
    header.addAll(
        ofClasses() ? List.of("mean size", "one class, %", "empty, %") : List.of("mean width"));
    if (unbounded()) {
      header.add("without ends, %");
    }
    return header;
  }

  private boolean unbounded() {
    return found.coverage().stream().anyMatch(one -> one.unbounded() > 0);
  }

  /** Returns a row for all held-out rows, and one for each group that is calibrated apart. */
  List<List<String>> rows() {
    return found.coverage().stream().map(this::cells).toList();
  }

  private List<String> cells(Coverage one) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                one.name(),
                format("%,d", one.rows()),
                format("%.1f", 100 * one.share()),
                format("%.1f to %.1f", 100 * one.low(), 100 * one.high()),
                one.size() == null
                    ? "–"
                    : ofClasses() ? format("%.2f", one.size()) : number(one.size())));
    if (ofClasses()) {
      cells.add(share(one.single(), one));
      cells.add(share(one.empty(), one));
    }
    if (unbounded()) {
      cells.add(share(one.unbounded(), one));
    }
    return cells;
  }

  private static String share(long rows, Coverage of) {
    return format("%.1f", 100.0 * rows / of.rows());
  }

  /** Returns a row for each number of views; none if probabilities are not calibrated. */
  List<List<String>> losses() {
    return found.probabilities().stream()
        .map(
            one ->
                List.of(
                    one.name(),
                    format("%,d", one.rows()),
                    one.temperature() > 0 ? format("%.2f", one.temperature()) : "–",
                    format("%.4f", one.before()),
                    format("%.4f", one.after())))
        .toList();
  }

  /** Returns what the numbers mean, in sentences. */
  List<String> explained() {
    List<String> said = new ArrayList<>();
    said.add(
        format(
            "%s are to hold the truth of %s of new rows%s. Their thresholds come from %,d rows that were held out of the training rows; a model trained without these was judged by the held-out rows.",
            kind(), promised(), group(), found.calibrated()));
    said.add(
        format(
            "That share is guaranteed on average over draws of such rows, for people drawn like them; with these %,d it varies by about %.1f points%s. The interval takes rows as independent%s.",
            found.calibrated(),
            100 * spread(),
            found.per() == Per.ALL ? "" : ", and in a group by more",
            found.bySplit().size() > 1 ? ", but splits share rows" : ""));
    if (found.per() == Per.VIEWS) {
      said.add(
          "Numbers of views that few rows have share a threshold with their neighbours, for whom the share holds together.");
    }
    if (ofClasses() && found.coverage().get(0).empty() > 0) {
      said.add("An empty set says that no class fits the row well enough.");
    }
    run.model().stream()
        .findFirst()
        .ifPresent(
            model ->
                said.add(
                    format(
                        "The model for use was trained on %,d of %,d rows; the others calibrate it.",
                        model.samples(), run.about().samples())));
    said.add(
        format("To calibrate, the parties sent another %s.", ResultText.bytes(found.bytesUp())));
    return said;
  }

  private String kind() {
    if (ofClasses()) {
      return "Sets of classes whose "
          + (found.score() == Score.PROBABILITY ? "probability" : "score")
          + " is large enough";
    }
    return found.score() == Score.NUMBER
        ? "Intervals around the predicted number"
        : "Intervals around the expected count";
  }

  private String group() {
    return switch (found.per()) {
      case ALL -> "";
      case CLASS -> ", in each class";
      case PARTY -> ", at each party";
      case VIEWS -> ", with any number of views";
    };
  }

  /** Returns the standard deviation of the share over draws of the calibration rows. */
  private double spread() {
    double a = found.miscoverage();
    return Math.sqrt(a * (1 - a) / (found.calibrated() + 2));
  }

  /** Returns tables and sentences for a terminal; nothing if the study states no certainty. */
  static String of(StudyResult run) {
    if (run.comparison().certainty() == null) {
      return "";
    }
    CertaintyText own = new CertaintyText(run);
    TextTable table = new TextTable(own.header().toArray(String[]::new));
    own.rows().forEach(table::row);
    StringBuilder text = new StringBuilder().append(table);
    if (!own.losses().isEmpty()) {
      TextTable losses = new TextTable(LOSS_HEADER.toArray(String[]::new));
      own.losses().forEach(losses::row);
      text.append('\n').append(losses);
    }
    return text.append(ResultText.wrapped(own.explained())).append('\n').toString();
  }
}
