package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;

import io.parallax.pages.Page;
import io.parallax.run.DataFacts;
import io.parallax.run.RowCounts;
import io.parallax.run.StudyResult;
import j2html.tags.specialized.DlTag;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;

/** The part of a report that says which rows were used, how they were split and prepared. */
final class RowsSection {
  private static final int MOST_CLASSES = 20;
  private final StudyResult run;
  private final DataFacts data;
  private final Page page;

  RowsSection(StudyResult run, Page page) {
    this.run = run;
    this.data = run.about().data();
    this.page = page;
  }

  void add() {
    if (data.splits().isEmpty()) {
      return; // a result of an earlier version
    }
    page.section("Rows");
    parties();
    classes();
    DlTag facts = dl();
    facts.with(dt("rows used"), dd(format("%,d", run.about().samples())));
    if (!data.columns().isEmpty()) {
      facts.with(dt("columns"), dd(columns()));
    }
    facts.with(dt(run.about().clustered() ? "grouped" : "held out"), dd(data.splits()));
    if (data.trained() > 0 && !run.about().clustered()) {
      facts.with(
          dt("first split"),
          dd(format("%,d rows to train on, %,d held out", data.trained(), data.heldOut())));
    }
    facts.with(dt("preparation"), dd(String.join("; ", data.preparation())));
    page.add(facts);
  }

  private void parties() {
    RowCounts counts = data.rows();
    if (counts.parties().isEmpty()) {
      return;
    }
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
    String dropped =
        counts.dropped().entrySet().stream()
            .map(one -> format("%s %,d", one.getKey(), one.getValue()))
            .collect(Collectors.joining(", "));
    return text.append(dropped.isEmpty() ? "." : "; left out: " + dropped + ".").toString();
  }

  private void classes() {
    if (data.rows().classes().isEmpty()) {
      return;
    }
    if (data.rows().classes().size() > MOST_CLASSES) {
      IntSummaryStatistics sizes =
          data.rows().classes().values().stream().mapToInt(n -> n).summaryStatistics();
      page.soft(
          format(
              "%,d classes of %,d to %,d rows.", sizes.getCount(), sizes.getMin(), sizes.getMax()));
      return;
    }
    double all = data.rows().classes().values().stream().mapToInt(rows -> rows).sum();
    List<List<String>> rows = new ArrayList<>();
    data.rows()
        .classes()
        .forEach(
            (name, count) ->
                rows.add(List.of(name, format("%,d", count), format("%.1f", 100 * count / all))));
    page.table(List.of("class", "rows", "%"), rows);
  }

  private String columns() {
    return data.columns().entrySet().stream()
        .map(view -> format("%,d in %s", view.getValue(), view.getKey()))
        .collect(Collectors.joining(", "));
  }
}
