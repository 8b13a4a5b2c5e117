package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.run.RowCounts;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The rows of a study in words: those that parties have, and what became of them. */
final class RowsText {
  /** The most classes that are named one by one. */
  static final int MOST_CLASSES = 20;

  static final List<String> HEADER = List.of("party", "has", "used");
  private final RowCounts counts;

  RowsText(RowCounts counts) {
    this.counts = counts;
  }

  /** Returns a table of the parties' rows and a sentence, as a terminal shows them. */
  static String of(RowCounts counts) {
    if (counts.parties().isEmpty()) {
      return ""; // a result of an earlier version
    }
    RowsText text = new RowsText(counts);
    TextTable table = new TextTable("rows", "has", "used");
    text.parties().forEach(table::row);
    List<String> said = new ArrayList<>(List.of(text.sentence()));
    said.addAll(text.classes());
    return (text.same() ? "" : table.toString())
        + ResultText.wrapped(List.of(String.join(" ", said)))
        + "\n";
  }

  /** Returns whether every party's rows are all used. */
  private boolean same() {
    return counts.dropped().isEmpty()
        && counts.parties().values().stream()
            .allMatch(
                own ->
                    own.used() == counts.used() && (own.has() == null || own.has() == own.used()));
  }

  /** Returns a line for each party; a dash where only the party knows how many it has. */
  List<List<String>> parties() {
    List<List<String>> rows = new ArrayList<>();
    counts
        .parties()
        .forEach(
            (party, own) ->
                rows.add(
                    List.of(
                        party,
                        own.has() == null ? "–" : format("%,d", own.has()),
                        format("%,d", own.used()))));
    return rows;
  }

  /** Returns how many rows are used, and why others are not. */
  String sentence() {
    StringBuilder text = new StringBuilder(format("%,d rows are used", counts.used()));
    if (counts.common() != null) {
      text.append(format("; all parties have %,d", counts.common()));
    }
    String dropped =
        counts.dropped().entrySet().stream()
            .map(one -> format("%s %,d", one.getKey(), one.getValue()))
            .collect(Collectors.joining(", "));
    return text.append(dropped.isEmpty() ? "." : "; left out: " + dropped + ".").toString();
  }

  /** Returns a sentence on the sizes of classes, if they are known. */
  private List<String> classes() {
    Map<String, Integer> sizes = counts.classes();
    String of = sizes.size() > MOST_CLASSES ? "" : "Classes: ";
    if (sizes.isEmpty() && counts.heldOut() != null) {
      sizes = counts.heldOut();
      of = "Held-out rows of the first split: ";
    }
    if (sizes.isEmpty()) {
      return List.of();
    }
    return List.of(of + (sizes.size() > MOST_CLASSES ? range(sizes) : each(sizes)));
  }

  private static String each(Map<String, Integer> sizes) {
    return sizes.entrySet().stream()
        .map(one -> format("%s %,d", one.getKey(), one.getValue()))
        .collect(Collectors.joining(", ", "", "."));
  }

  /** Returns the smallest and the largest of many classes. */
  static String range(Map<String, Integer> classes) {
    IntSummaryStatistics sizes = classes.values().stream().mapToInt(n -> n).summaryStatistics();
    return format(
        "%,d classes of %,d to %,d rows.", sizes.getCount(), sizes.getMin(), sizes.getMax());
  }
}
