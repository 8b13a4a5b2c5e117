package io.parallax.report;

import io.parallax.run.Metrics;
import io.parallax.run.SplitResult;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.Feature;
import io.parallax.run.StudyResult.MeanSd;
import io.parallax.study.Exposure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run's result as a person reads it in a terminal. */
public final class ResultText {
  static final String BY_PARTY =
      "Balanced accuracy on each party's held-out rows, by what its view alone says where all have the same people";

  private ResultText() {}

  public static String of(StudyResult result) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%s%s, study %s: %,d samples%s, %d %s%s%n%n",
            result.about().title(),
            mode(result),
            result.about().study(),
            result.about().samples(),
            outcomes(result),
            result.about().splits(),
            result.about().clustered() ? "seed" : "split",
            result.about().splits() == 1 ? "" : "s, mean ± sd"));
    text.append(wrapped(List.of(result.sentence()))).append('\n');
    text.append(RowsText.of(result.about().data().rows()));
    text.append(metrics(result)).append('\n');
    text.append(GroupText.of(result));
    text.append(DifferenceText.of(result));
    text.append(byParty(result));
    text.append(CertaintyText.of(result));
    text.append(PartyEffectsText.in(result));
    text.append(CoefficientText.of(result));
    text.append(rounds(result)).append('\n');
    text.append(left(result)).append('\n');
    text.append(importance(result)).append('\n');
    result.contribution().forEach(found -> text.append(ContributionText.of(found)).append('\n'));
    text.append("Result hash ").append(result.resultHash()).append('\n');
    if (!result.folder().isEmpty()) { // a result from elsewhere has no folder here
      text.append("Report: ").append(result.folder()).append("/report.html\n");
    }
    return text.toString();
  }

  /** Returns the mode of the method; nothing if it has none. */
  static String mode(StudyResult result) {
    return result.about().mode().isEmpty() ? "" : ", mode " + result.about().mode();
  }

  /** Returns the number of classes or clusters; nothing for a target that is not classes. */
  static String outcomes(StudyResult result) {
    return result.about().ofValues()
        ? ""
        : ", %d %s"
            .formatted(
                result.about().groups().size(),
                result.about().clustered() ? "clusters" : "classes");
  }

  private static String metrics(StudyResult result) {
    List<String> tables = new ArrayList<>();
    if (!Metrics.shown(result).isEmpty()) {
      String unit = result.about().ofValues() ? "" : "%";
      tables.add(table(result, unit, Metrics.shown(result)));
    }
    if (!Metrics.further(result).isEmpty()) {
      tables.add(table(result, "", Metrics.further(result)));
    }
    List<String> said = new ArrayList<>(Metrics.explained(result));
    Stream.of(ClassCounts.of(result).neverPredicted())
        .filter(remark -> !remark.isEmpty())
        .forEach(said::add);
    String text = String.join("\n", tables) + wrapped(said);
    return text.isEmpty() ? "No labels, so nothing to judge the clusters by.\n" : text;
  }

  /** Sentences, each from a line of its own on. */
  public static String wrapped(List<String> sentences) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    sentences.forEach(sentence -> WrappedText.print(out, "  ", sentence));
    return text.toString();
  }

  private static String table(StudyResult result, String corner, List<String> metrics) {
    List<String> header = new ArrayList<>(List.of(corner));
    metrics.forEach(metric -> header.add(Metrics.head(metric)));
    TextTable table = new TextTable(header.toArray(String[]::new));
    result
        .comparison()
        .rows()
        .forEach(
            (name, values) -> {
              List<String> cells = new ArrayList<>(List.of(name));
              metrics.forEach(
                  metric ->
                      cells.add(Metrics.cell(metric, values.get(metric), result.about().splits())));
              table.row(cells);
            });
    return table.toString();
  }

  /** Balanced accuracy party by party, of the method and of what it is compared with first. */
  private static String byParty(StudyResult result) {
    List<String> rows = result.comparison().byParty().keySet().stream().limit(2).toList();
    if (rows.isEmpty()) {
      return "";
    }
    List<String> header = new ArrayList<>(List.of("balanced, %"));
    header.addAll(rows);
    TextTable table = new TextTable(header.toArray(String[]::new));
    for (String party : result.comparison().byParty().get(rows.get(0)).keySet()) {
      List<String> cells = new ArrayList<>(List.of(party));
      for (String row : rows) {
        MeanSd value = result.comparison().byParty().get(row).get(party).get("balancedAccuracy");
        cells.add(Metrics.cell("balancedAccuracy", value, result.about().splits()));
      }
      table.row(cells);
    }
    return table + wrapped(List.of(BY_PARTY + ".")) + "\n";
  }

  private static String rounds(StudyResult result) {
    String tried =
        result.searching().settingsTried() > 1
            ? String.format(
                "%nFor each %s %d settings were tried%s, for which the parties sent"
                    + " another %s in all; chosen: %s.",
                result.about().clustered() ? "seed" : "split",
                result.searching().settingsTried(),
                " " + SearchChart.how(result),
                bytes(result.searching().searchBytesUp()),
                result.searching().choices())
            : "";
    return String.format(
            Locale.ROOT,
            "%s %.1f rounds a %s%s, %.1f s%s.%s%n",
            result.training().converged() ? "Converged in" : "At the limit of rounds:",
            result.training().rounds(),
            result.about().clustered() ? "seed" : "split",
            result.training().objective() == null // a method in one round has none
                ? ""
                : String.format(Locale.ROOT, ", objective %.8g", result.training().objective()),
            result.training().seconds(),
            figures(result),
            tried)
        + wrapped(Metrics.figuresExplained(result));
  }

  private static String figures(StudyResult result) {
    StringBuilder text = new StringBuilder();
    result
        .ownFigures()
        .forEach((name, value) -> text.append(", ").append(name).append(' ').append(figure(value)));
    return text.toString();
  }

  /** A whole number as it is; of others three digits. */
  public static String figure(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%.3g", value);
  }

  private static String left(StudyResult result) {
    TextTable table =
        new TextTable("what left the building", "view", "samples", "sent", "received");
    result
        .exchange()
        .traffic()
        .forEach(
            (party, bytes) ->
                table.row(
                    party,
                    bytes.view(),
                    String.format(Locale.ROOT, "%,d", bytes.samples()),
                    bytes(bytes.up()),
                    bytes(bytes.down())));
    StringBuilder text = new StringBuilder(table.toString());
    result
        .exchange()
        .left()
        .forEach(
            (kind, k) ->
                text.append(String.format("  %s: %s, %s%n", kind, times(k.exchanges()), used(k))));
    result
        .exchange()
        .protection()
        .forEach(sentence -> text.append("  ").append(sentence).append('\n'));
    result.notes().forEach(note -> text.append("  Note: ").append(note).append('\n'));
    return text.append(learned(result)).toString();
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  private static String used(SplitResult.Left kind) {
    if (!kind.onlyInSum()) {
      return "disclosed one by one";
    }
    String only = "used only in sum over the parties";
    return kind.readable() == null || kind.readable().equals(SplitResult.Left.SUM)
        ? only
        : only + "; the coordinator could read " + kind.readable();
  }

  private static String learned(StudyResult result) {
    if (result.exchange().learned().isEmpty()) {
      return "";
    }
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.println("\nWhat each side learns");
    for (Exposure.Line line : result.exchange().learned()) {
      WrappedText.print(out, "  %-17s".formatted(line.message()), line.what());
    }
    return text.toString();
  }

  private static String importance(StudyResult result) {
    if (result.training().importance().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("What the model looks at most:\n");
    for (Map.Entry<String, List<Feature>> view : result.training().importance().entrySet()) {
      String top =
          view.getValue().stream()
              .limit(4)
              .map(f -> String.format(Locale.ROOT, "%s %.3f", f.column(), f.importance()))
              .collect(Collectors.joining(", "));
      text.append(String.format("  %-10s %s%n", view.getKey(), top));
    }
    return text.toString();
  }

  /** A number of bytes with a unit: 9.6 MB. */
  public static String bytes(long count) {
    if (count < 1000) {
      return count + " B";
    }
    String[] units = {"kB", "MB", "GB", "TB"};
    double size = count;
    int unit = -1;
    while (size >= 1000 && unit < units.length - 1) {
      size /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", size, units[unit]);
  }
}
