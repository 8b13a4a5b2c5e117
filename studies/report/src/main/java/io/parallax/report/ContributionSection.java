package io.parallax.report;

import io.parallax.pages.Page;
import io.parallax.study.model.Contribution;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of a report that says what each party adds. */
record ContributionSection(Contribution found, Page page) {
  void add() {
    Map<String, Double> shapley = new LinkedHashMap<>();
    for (Contribution.Share share : found.shares()) {
      shapley.put(share.party() + " (" + share.view() + ")", 100 * share.shapley());
    }
    page.section("What each party adds");
    page.drawing(
        SignedBars.of(shapley, "Shapley value of each party, points of accuracy"),
        "Shapley value, points of accuracy.");
    page.table(ContributionText.header("party"), ContributionText.rows(found));
    page.soft(String.join(" ", ContributionText.explained(found)));
  }
}
