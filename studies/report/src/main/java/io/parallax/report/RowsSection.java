package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Page;
import io.parallax.run.RowCounts;
import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The part of a report that says which rows the parties have, and which are used. */
record RowsSection(StudyResult run, Page page) {
  private static final int MOST_CLASSES = 20;

  void add() {
    RowCounts counts = run.about().rowCounts();
    if (counts == null) {
      return;
    }
    page.section("Rows");
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
    page.table(List.of("party", "has", "used"), rows);
    page.soft(sentence(counts));
  }

  private static String sentence(RowCounts counts) {
    StringBuilder text = new StringBuilder(format("%,d rows are used", counts.used()));
    if (counts.common() != null) {
      text.append(format("; all parties have %,d", counts.common()));
    }
    if (!counts.dropped().isEmpty()) {
      text.append("; left out: ").append(list(counts.dropped()));
    }
    text.append('.');
    if (!counts.classes().isEmpty()) {
      text.append(' ').append(classes(counts.classes())).append('.');
    }
    return text.toString();
  }

  private static String classes(Map<String, Integer> counts) {
    if (counts.size() <= MOST_CLASSES) {
      return "Classes: " + list(counts);
    }
    IntSummaryStatistics rows = counts.values().stream().mapToInt(n -> n).summaryStatistics();
    return format("%,d classes of %,d to %,d rows", counts.size(), rows.getMin(), rows.getMax());
  }

  private static String list(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(one -> format("%s: %,d", one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }
}
