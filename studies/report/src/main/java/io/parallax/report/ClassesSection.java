package io.parallax.report;

import io.parallax.pages.Confusion;
import io.parallax.pages.Page;
import io.parallax.run.StudyResult;
import java.util.List;

/** The part of a report that says which classes are taken for which. */
record ClassesSection(StudyResult run, Page page) {
  private static final int MOST_CLASSES = 40;

  void add() {
    int[][] counts = run.comparison().confusion();
    if (counts.length < 1 || counts.length > MOST_CLASSES) {
      return;
    }
    boolean clustered = run.about().clustered();
    page.section(clustered ? "Classes and clusters" : "Confusion");
    page.soft(
        "Rows: truth. Columns: what the method says. "
            + (run.about().splits() == 1 ? "" : clustered ? "All seeds together." : ofSplits()));
    page.add(Confusion.of(counts, run.about().classes(), run.about().groups()));
    byClass(ClassCounts.of(run));
  }

  private static String ofSplits() {
    return "All splits together: a row that several splits hold out counts several times.";
  }

  private void byClass(ClassCounts classes) {
    if (classes.isEmpty()) {
      return;
    }
    if (!classes.neverPredicted().isEmpty()) {
      page.banner(classes.neverPredicted());
    }
    page.subsection("Class by class");
    page.table(ClassCounts.header(), classes.rows());
    if (run.about().classes().size() == 2) {
      page.subsection("As a test for '" + run.about().classes().get(1) + "'");
      page.table(List.of("", "%", "rows", "share of the"), classes.rates());
    }
  }
}
