package io.parallax.coordinator;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.report.DifferenceText;
import io.parallax.report.ResultText;
import io.parallax.report.TextTable;
import io.parallax.run.Difference;
import io.parallax.run.Metrics;
import io.parallax.run.StudyResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Studies side by side, as tables for a terminal. */
public final class ComparisonText {
  private static final int ID = 12;

  private ComparisonText() {}

  /** A finished study of the coordinator's answer. */
  private record One(
      String id, String name, StudyResult result, PairedStudies.Paired paired, String sums) {
    static One of(JsonNode study) throws IOException {
      String name = study.get("name").asText();
      if (study.get("result").isNull()) {
        throw new BadInput(
            "study %s is %s; only finished studies can be compared"
                .formatted(name, study.get("state").asText()));
      }
      return new One(
          study.get("id").asText().substring(0, ID),
          name,
          StudyResult.read(study.get("result").toString()),
          Json.MAPPER.treeToValue(study.get("paired"), PairedStudies.Paired.class),
          study.get("outline").path("aggregation").asText("–"));
    }
  }

  /** Returns the tables of the answer to {@code GET /v1/compare}. */
  public static String of(String answer) {
    List<One> studies = new ArrayList<>();
    try {
      for (JsonNode study : Json.MAPPER.readTree(answer).get("studies")) {
        studies.add(One.of(study));
      }
    } catch (IOException | NullPointerException e) {
      throw new BadInput(
          "the coordinator's answer cannot be read; its program has another version", e);
    }
    return means(studies) + "\n" + differences(studies);
  }

  private static String means(List<One> studies) {
    List<String> header = new ArrayList<>(List.of(""));
    studies.forEach(one -> header.add(one.name()));
    TextTable table = new TextTable(header.toArray(String[]::new));
    row(table, "study", studies, One::id);
    row(table, "method", studies, ComparisonText::method);
    row(table, "rows", studies, one -> Integer.toString(one.result().about().samples()));
    row(table, "splits", studies, one -> Integer.toString(one.result().about().splits()));
    Set<String> metrics = new LinkedHashSet<>();
    studies.forEach(one -> metrics.addAll(Metrics.shown(one.result())));
    for (String metric : metrics) {
      row(table, label(metric), studies, one -> cell(one.result(), metric));
    }
    row(
        table,
        "rounds a split",
        studies,
        one -> String.format(Locale.ROOT, "%.1f", one.result().training().rounds()));
    row(table, "sent by the parties", studies, one -> ResultText.bytes(one.result().bytesUp()));
    row(table, "sums", studies, One::sums);
    return table.toString();
  }

  private static String method(One one) {
    String mode = one.result().about().mode();
    return one.result().about().title() + (mode.isEmpty() ? "" : ", " + mode);
  }

  private static String label(String metric) {
    return Metrics.label(metric) + (Metrics.isShare(metric) ? ", %" : "");
  }

  private static String cell(StudyResult result, String metric) {
    return Metrics.cell(metric, result.metrics().get(metric), result.about().splits());
  }

  private static void row(
      TextTable table, String name, List<One> studies, Function<One, String> cell) {
    List<String> cells = new ArrayList<>(List.of(name));
    studies.forEach(one -> cells.add(cell.apply(one)));
    table.row(cells);
  }

  /** Returns every study minus the first, or why it cannot be told. */
  private static String differences(List<One> studies) {
    One first = studies.get(0);
    TextTable table =
        new TextTable("minus " + first.name(), "", "difference", "95 % interval", "p");
    StringBuilder unpaired = new StringBuilder();
    boolean some = false;
    for (One one : studies.subList(1, studies.size())) {
      if (!one.paired().why().isEmpty()) {
        unpaired.append(
            "No differences of %s and %s: %s.\n"
                .formatted(one.name(), first.name(), one.paired().why()));
      }
      for (var found : one.paired().differences().entrySet()) {
        table.row(cells(one, found.getKey(), found.getValue()));
        some = true;
      }
    }
    String explained =
        "Differences on the same splits, as far as the coordinator can tell: the same parties, views, splits and number of rows. "
            + "Intervals and p by the corrected resampled t-test (Nadeau and Bengio 2003); each p is of one comparison.";
    return some
        ? table + ResultText.wrapped(List.of(explained)) + "\n" + unpaired
        : unpaired.toString();
  }

  private static List<String> cells(One one, String metric, Difference found) {
    boolean share = Metrics.isShare(metric);
    String interval =
        found.low() == null
            ? "–"
            : number(share, found.low()) + " to " + number(share, found.high());
    return List.of(
        one.name(),
        Metrics.label(metric) + (share ? ", points" : ""),
        number(share, found.mean()),
        interval,
        DifferenceText.p(found));
  }

  private static String number(boolean share, double value) {
    return share ? Difference.points(value) : String.format(Locale.ROOT, "%+.4f", value);
  }
}
