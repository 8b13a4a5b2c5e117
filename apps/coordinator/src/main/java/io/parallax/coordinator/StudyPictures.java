package io.parallax.coordinator;

import static j2html.TagCreator.each;

import io.parallax.coordinator.RoundStore.Round;
import io.parallax.pages.Confusion;
import io.parallax.pages.Legend;
import io.parallax.pages.LineChart;
import io.parallax.pages.LineChart.Line;
import io.parallax.pages.NumberText;
import io.parallax.report.Dots;
import io.parallax.report.ResultText;
import io.parallax.run.AffinityMap;
import io.parallax.run.PartName;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Draws the figures of a study between machines. */
final class StudyPictures {
  private static final int MOST_CLASSES = 40;
  private final ShownStudy study;

  StudyPictures(ShownStudy study) {
    this.study = study;
  }

  List<Figure> all() {
    List<Figure> pictures = new ArrayList<>();
    if (!study.rounds().isEmpty()) {
      pictures.add(
          lines(
              "Objective",
              "The objective after each round",
              StudyPictures::objective,
              NumberText::number));
      pictures.add(
          lines("Time", "Seconds of each round", r -> r.millis() / 1e3, StudyPictures::seconds));
      pictures.add(
          lines(
              "Traffic",
              "Bytes that the parties sent in each round",
              Round::up,
              bytes -> ResultText.bytes((long) bytes)));
    }
    study.result().ifPresent(result -> confusion(result, pictures));
    study
        .result()
        .map(result -> result.found().affinity())
        .ifPresent(map -> pictures.add(affinity(map)));
    return pictures;
  }

  private static double objective(Round round) {
    return round.objective() == null ? Double.NaN : round.objective();
  }

  private static String seconds(double value) {
    return value > 0 && value < 1
        ? NumberText.number(1000 * value) + " ms"
        : NumberText.number(value) + " s";
  }

  private Figure lines(
      String title, String note, ToDoubleFunction<Round> of, DoubleFunction<String> unit) {
    Map<String, List<Round>> parts = new TreeMap<>();
    study.rounds().forEach(r -> parts.computeIfAbsent(r.part(), p -> new ArrayList<>()).add(r));
    List<Line> lines = new ArrayList<>();
    parts.forEach(
        (part, rounds) -> lines.add(new Line(part, rounds.stream().mapToDouble(of).toArray())));
    return new Figure(
        title,
        LineChart.of(note, title.toLowerCase(Locale.ROOT), lines, unit),
        note
            + "; a line per split"
            + (parts.containsKey("model") ? ", and one for the model." : "."));
  }

  /** Draws the confusion of all splits together. */
  private static void confusion(StudyResult result, List<Figure> pictures) {
    int[][] counts = result.comparison().confusion();
    if (counts.length < 2 || counts.length > MOST_CLASSES) {
      return;
    }
    boolean clustered = result.about().clustered();
    List<String> groups =
        clustered
            ? result.about().groups().stream().map(group -> "group " + group).toList()
            : result.about().classes();
    pictures.add(
        new Figure(
            "Confusion",
            Confusion.of(counts, result.about().classes(), groups),
            clustered
                ? "All rows, in all seeds. Rows: truth. Columns: the groups found."
                : "Held-out rows of all splits. Rows: truth. Columns: what the method says."));
  }

  private static Figure affinity(AffinityMap map) {
    return new Figure(
        "Affinity",
        map.heatMap().svg(),
        "Similarity of all pairs of rows, ordered by group; darker is more similar. The"
            + " coordinator has this matrix and sends it to every party in every round.");
  }

  /** Draws several studies in the same figures. */
  static List<Figure> compared(List<ShownStudy> studies) {
    List<Figure> pictures = new ArrayList<>();
    Map<String, MeanSd> accuracy = new LinkedHashMap<>();
    List<Line> lines = new ArrayList<>();
    for (ShownStudy study : studies) {
      String method = study.result().map(result -> result.about().method()).orElse("?");
      String name = study.name() + " (" + method + ")";
      study
          .result()
          .map(result -> result.metrics().get("accuracy"))
          .ifPresent(one -> accuracy.put(unique(name, accuracy), one));
      lines.add(new Line(name, trace(study)));
    }
    if (!accuracy.isEmpty()) {
      pictures.add(
          new Figure(
              "Accuracy",
              Dots.of(accuracy, "Accuracy of every study", "accuracy on held-out rows, %"),
              "Means over the splits with their 95 % intervals, corrected for rows that splits share, or their standard deviations where there is none."));
    }
    List<Line> drawn = lines.stream().filter(line -> line.y().length > 1).toList();
    if (!drawn.isEmpty()) {
      pictures.add(
          new Figure(
              "Objective",
              each(
                  Legend.ofLines(drawn.stream().map(Line::name).toList()),
                  LineChart.of(
                      "Distance of the objective to its final value",
                      "distance",
                      drawn,
                      NumberText::number)),
              "Relative distance of the first split's objective to its final value."));
    }
    return pictures;
  }

  private static String unique(String name, Map<String, ?> taken) {
    String free = name;
    for (int i = 2; taken.containsKey(free); i++) {
      free = name + " " + i;
    }
    return free;
  }

  /** Returns relative distances to the end, since objectives of methods have different scales. */
  private static double[] trace(ShownStudy study) {
    double[] all =
        study.rounds().stream()
            .filter(r -> r.part().equals(PartName.of(1)) && r.objective() != null)
            .mapToDouble(Round::objective)
            .toArray();
    if (all.length == 0) {
      return all;
    }
    double end = all[all.length - 1];
    double scale = Math.max(Math.abs(end), Double.MIN_NORMAL);
    return IntStream.range(0, all.length)
        .mapToDouble(i -> Math.max(1e-12, Math.abs(all[i] - end) / scale))
        .toArray();
  }
}
