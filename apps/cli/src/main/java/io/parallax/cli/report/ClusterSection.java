package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;

import io.parallax.cli.study.RunResult;
import io.parallax.cli.study.RunResult.Feature;
import java.util.List;
import java.util.Optional;

/** What a run that groups rows tells about them: who is like whom, and what each view counts. */
final class ClusterSection {
  private ClusterSection() {}

  static String of(RunResult run, Optional<HeatMap> map) {
    if (map.isEmpty() && run.viewWeights().isEmpty()) {
      return "";
    }
    StringBuilder html = new StringBuilder("<h2>Who is like whom</h2>\n<div class=\"side\">\n");
    map.ifPresent(m -> html.append(affinity(m)));
    if (!run.viewWeights().isEmpty()) {
      html.append(weights(run));
    }
    return html.append("</div>\n").toString();
  }

  private static String affinity(HeatMap map) {
    return "<figure><h3>Affinity of rows</h3>"
        + map.svg()
        + "<figcaption>The global affinity of all pairs of rows as the first seed left it, rows and"
        + " columns ordered by cluster; a pixel is the mean of the pairs that fall into it, dark"
        + " where rows are alike. Nothing new is revealed by it: the coordinator has this matrix,"
        + " and sends it to every party in every round.</figcaption></figure>\n";
  }

  private static String weights(RunResult run) {
    List<Feature> shares =
        run.viewWeights().entrySet().stream()
            .map(one -> new Feature(one.getKey(), one.getValue()))
            .sorted((a, b) -> Double.compare(b.importance(), a.importance()))
            .toList();
    return "<figure><h3>Weight of each view</h3>"
        + Charts.bars(shares, shares.size(), "Weight of each view")
        + format(
            "<figcaption>θ as shares of 1, at the end of training%s: the nearer a view's own affinity"
                + " is to the global one, the more it counts. A party knows its own weight, the"
                + " coordinator their sum; a simulation may show them all.</figcaption></figure>%n",
            run.splits() > 1 ? ", mean over the seeds" : "");
  }
}
