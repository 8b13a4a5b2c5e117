package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;

import io.parallax.pages.Page;
import io.parallax.run.DataFacts;
import io.parallax.run.StudyResult;
import j2html.tags.specialized.DlTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The part of a report that says which rows were used, how they were split and prepared. */
final class RowsSection {
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
    if (!data.rows().parties().isEmpty()) {
      RowsText text = new RowsText(data.rows());
      page.table(RowsText.HEADER, text.parties());
      page.soft(text.sentence());
    }
  }

  private void classes() {
    boolean all = data.rows().heldOut() == null;
    Map<String, Integer> classes = all ? data.rows().classes() : data.rows().heldOut();
    if (classes.isEmpty()) {
      return;
    }
    if (classes.size() > RowsText.MOST_CLASSES) {
      page.soft(
          RowsText.range(classes) + (all ? "" : " These are held-out rows of the first split."));
      return;
    }
    double sum = classes.values().stream().mapToInt(rows -> rows).sum();
    List<List<String>> rows = new ArrayList<>();
    classes.forEach(
        (name, count) ->
            rows.add(List.of(name, format("%,d", count), format("%.1f", 100 * count / sum))));
    page.table(List.of("class", all ? "rows" : "held-out rows of the first split", "%"), rows);
  }

  private String columns() {
    return data.columns().entrySet().stream()
        .map(view -> format("%,d in %s", view.getValue(), view.getKey()))
        .collect(Collectors.joining(", "));
  }
}
