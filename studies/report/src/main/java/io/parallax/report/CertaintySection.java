package io.parallax.report;

import io.parallax.pages.Page;
import io.parallax.run.StudyResult;

/** The part of a report that says how certain predictions are. */
record CertaintySection(StudyResult run, Page page) {
  void add() {
    if (run.comparison().certainty() == null) {
      return;
    }
    CertaintyText text = new CertaintyText(run);
    page.section("Certainty");
    page.table(text.header(), text.rows());
    if (!text.losses().isEmpty()) {
      page.table(CertaintyText.LOSS_HEADER, text.losses());
    }
    page.soft(String.join(" ", text.explained()));
  }
}
