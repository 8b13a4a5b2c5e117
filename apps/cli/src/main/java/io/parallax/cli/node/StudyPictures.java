package io.parallax.cli.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.cli.ResultText;
import io.parallax.cli.report.Confusion;
import io.parallax.cli.report.Dots;
import io.parallax.cli.report.HeatMap;
import io.parallax.cli.report.LineChart;
import io.parallax.cli.report.LineChart.Line;
import io.parallax.cli.report.Page;
import io.parallax.cli.study.RunResult.MeanSd;
import io.parallax.coordinator.Gallery.Picture;
import io.parallax.coordinator.Gallery.Shown;
import io.parallax.coordinator.RoundBook.Round;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The pictures of a study between machines. */
final class StudyPictures {
  private static final int MOST_CLASSES = 40;
  private final Shown study;
  private final JsonNode result;

  StudyPictures(Shown study) {
    this.study = study;
    this.result = result(study);
  }

  private static JsonNode result(Shown study) {
    try {
      return NetworkRun.JSON.readTree(study.result());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  List<Picture> all() {
    List<Picture> pictures = new ArrayList<>();
    if (!study.rounds().isEmpty()) {
      pictures.add(
          lines(
              "Objective",
              "The objective after each round",
              StudyPictures::objective,
              StudyPictures::plain));
      pictures.add(
          lines("Time", "Seconds of each round", r -> r.millis() / 1e3, StudyPictures::seconds));
      pictures.add(
          lines(
              "Traffic",
              "Bytes that the parties sent in each round",
              Round::up,
              bytes -> ResultText.bytes((long) bytes)));
    }
    confusion(pictures);
    affinity(pictures);
    return pictures;
  }

  private static double objective(Round round) {
    return round.objective() == null ? Double.NaN : round.objective();
  }

  private static String plain(double value) {
    boolean far = Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 && value != 0;
    return String.format(Locale.ROOT, far ? "%.1e" : "%s", far ? value : round(value));
  }

  private static String seconds(double value) {
    return value > 0 && value < 1 ? round(1000 * value) + " ms" : round(value) + " s";
  }

  /** Four digits at most, and none that say nothing. */
  private static String round(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  private Picture lines(
      String title, String note, ToDoubleFunction<Round> of, DoubleFunction<String> unit) {
    Map<String, List<Round>> parts = new TreeMap<>();
    study.rounds().forEach(r -> parts.computeIfAbsent(r.part(), p -> new ArrayList<>()).add(r));
    List<Line> lines = new ArrayList<>();
    parts.forEach(
        (part, rounds) -> lines.add(new Line(part, rounds.stream().mapToDouble(of).toArray())));
    return new Picture(
        title,
        LineChart.of(note, lines, unit),
        note
            + "; a line per split"
            + (parts.containsKey("model") ? ", and one for the model." : "."));
  }

  /** All splits together. */
  private void confusion(List<Picture> pictures) {
    List<String> classes = new ArrayList<>();
    result.path("classes").forEach(name -> classes.add(name.asText()));
    int columns = result.path("bySplit").path(0).path("confusion").path(0).size();
    if (classes.size() < 2 || classes.size() > MOST_CLASSES || columns == 0) {
      return;
    }
    int[][] counts = new int[classes.size()][columns];
    for (JsonNode split : result.path("bySplit")) {
      for (int i = 0; i < counts.length; i++) {
        for (int j = 0; j < columns; j++) {
          counts[i][j] += split.path("confusion").path(i).path(j).asInt();
        }
      }
    }
    List<String> groups =
        columns == classes.size() && !result.path("clustered").asBoolean()
            ? classes
            : IntStream.rangeClosed(1, columns).mapToObj(i -> "group " + i).toList();
    pictures.add(
        new Picture(
            "Confusion",
            Confusion.of(counts, classes, groups),
            result.path("clustered").asBoolean()
                ? "All rows, in all seeds. Rows: truth. Columns: the groups found."
                : "Held-out rows of all splits. Rows: truth. Columns: what the method says."));
  }

  private void affinity(List<Picture> pictures) {
    JsonNode map = result.path("bySplit").path(0).path("affinity");
    if (map.hasNonNull("png")) {
      int[] sizes = new int[map.path("sizes").size()];
      IntStream.range(0, sizes.length).forEach(i -> sizes[i] = map.path("sizes").get(i).asInt());
      pictures.add(
          new Picture(
              "Affinity",
              new HeatMap(Base64.getDecoder().decode(map.path("png").asText()), sizes).svg(),
              "How alike all pairs of rows are, ordered by group; dark where rows are alike. The"
                  + " coordinator has this matrix and sends it to every party in every round."));
    }
  }

  /** Several studies in the same pictures. */
  static List<Picture> compared(List<Shown> studies) {
    List<Picture> pictures = new ArrayList<>();
    Map<String, MeanSd> accuracy = new LinkedHashMap<>();
    List<Line> lines = new ArrayList<>();
    for (Shown study : studies) {
      JsonNode found = result(study);
      String name = study.name() + " (" + found.path("method").asText("?") + ")";
      JsonNode one = found.path("metrics").path("accuracy");
      if (one.has("mean")) {
        accuracy.put(unique(name, accuracy), mean(one));
      }
      lines.add(new Line(name, trace(study)));
    }
    if (!accuracy.isEmpty()) {
      pictures.add(
          new Picture(
              "Accuracy",
              Dots.of(accuracy, "Accuracy of every study with its standard deviation"),
              "Mean and standard deviation over the splits, held-out rows."));
    }
    List<Line> drawn = lines.stream().filter(line -> line.y().length > 1).toList();
    if (!drawn.isEmpty()) {
      pictures.add(
          new Picture(
              "Objective",
              Page.legend(drawn.stream().map(Line::name).toList())
                  + LineChart.of(
                      "Distance of the objective to its end",
                      drawn,
                      v -> String.format(Locale.ROOT, "%.1e", v)),
              "How far the objective of the first split is above its end, relatively."));
    }
    return pictures;
  }

  private static MeanSd mean(JsonNode metric) {
    return new MeanSd(metric.path("mean").asDouble(), metric.path("sd").asDouble());
  }

  private static String unique(String name, Map<String, ?> taken) {
    String free = name;
    for (int i = 2; taken.containsKey(free); i++) {
      free = name + " " + i;
    }
    return free;
  }

  /** Objectives of different methods have different scales, so how far each is from its end. */
  private static double[] trace(Shown study) {
    double[] all =
        study.rounds().stream()
            .filter(r -> r.part().equals(NodeLaboratory.part(1)) && r.objective() != null)
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
