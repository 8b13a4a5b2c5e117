package io.parallax.report;

import io.parallax.pages.HeatMap;
import io.parallax.pages.Page;
import io.parallax.run.Grouping;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.Feature;
import j2html.tags.specialized.FigureTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a report on grouped rows: the clusters and what sets them apart, how alike rows are,
 * and the weight of each view.
 */
record ClusterSection(StudyResult run, Page page) {
  private static final int COLUMNS = 5;

  void add(Optional<HeatMap> map) {
    if (run.found().grouping() != null) {
      clusters(run.found().grouping());
    }
    List<FigureTag> figures = new ArrayList<>();
    map.ifPresent(m -> figures.add(affinity(m)));
    if (!run.training().viewWeights().isEmpty()) {
      figures.add(weights());
    }
    if (!figures.isEmpty()) {
      page.section("Who is like whom");
      page.side(figures);
    }
  }

  private void clusters(Grouping found) {
    page.section("The clusters");
    page.table(GroupText.HEADER, GroupText.rows(found, run.about().groups()));
    page.soft(String.join(" ", GroupText.sentences(run)));
    if (!found.contrasts().isEmpty()) {
      page.subsection("What sets each cluster apart");
      List<String> header = new ArrayList<>(List.of("cluster"));
      header.addAll(found.contrasts().keySet());
      page.table(header, GroupText.contrasts(found, run.about().groups(), COLUMNS));
      page.soft(
          "Of each view the columns with the largest standardised mean difference: the mean of the"
              + " cluster less that of all other rows, in standard deviations of the column. A word"
              + " is a column like any other. Drawn from all rows in one place, as only a"
              + " simulation can.");
    }
  }

  private static FigureTag affinity(HeatMap map) {
    return Page.titled(
        "Affinity of rows",
        map.svg(),
        "The global affinity of all pairs of rows as the first seed left it, rows and columns"
            + " ordered by cluster; a pixel is the mean of the pairs that fall into it, dark where"
            + " rows are alike. Nothing new is revealed by it: the coordinator has this matrix, and"
            + " sends it to every party in every round.");
  }

  private FigureTag weights() {
    List<Feature> shares =
        run.training().viewWeights().entrySet().stream()
            .map(one -> new Feature(one.getKey(), one.getValue()))
            .sorted((a, b) -> Double.compare(b.importance(), a.importance()))
            .toList();
    return Page.titled(
        "Weight of each view",
        Charts.bars(shares, shares.size(), "Weight of each view"),
        "θ as shares of 1, at the end of training"
            + (run.about().splits() > 1 ? ", mean over the seeds" : "")
            + ": the nearer a view's own affinity is to the global one, the more it counts. A party"
            + " knows its own weight, the coordinator their sum; a simulation may show them all.");
  }
}
