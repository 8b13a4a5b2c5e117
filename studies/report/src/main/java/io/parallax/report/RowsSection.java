package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;

import io.parallax.pages.Page;
import io.parallax.run.DataFacts;
import io.parallax.run.StudyResult;
import io.parallax.study.rows.JoinedRows;
import j2html.tags.specialized.DlTag;
import java.util.ArrayList;
import java.util.List;
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
    sources();
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

  private void sources() {
    if (data.sources().isEmpty()) {
      return;
    }
    page.table(
        List.of("source", "ids", "lacking", "left out", "used"),
        data.sources().stream().map(RowsSection::row).toList());
    boolean lost = data.sources().stream().anyMatch(one -> one.used() < one.ids());
    page.soft(
        "Lacking: ids that another source of the same people has, and this one has not. "
            + (lost
                ? "Left out: ids that some source lacks; a source of labels lacks those without a label."
                : "None was left out."));
  }

  private static List<String> row(JoinedRows one) {
    return List.of(
        one.source(),
        format("%,d", one.ids()),
        format("%,d", one.lacking()),
        format("%,d", one.ids() - one.used()),
        format("%,d", one.used()));
  }

  private void classes() {
    if (data.classes().isEmpty()) {
      return;
    }
    double all = data.classes().values().stream().mapToInt(rows -> rows).sum();
    List<List<String>> rows = new ArrayList<>();
    data.classes()
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
