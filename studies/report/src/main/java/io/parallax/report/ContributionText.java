package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.study.model.Contribution;
import java.util.ArrayList;
import java.util.List;

/** The contribution of each party, in words and cells. */
public final class ContributionText {
  private ContributionText() {}

  /** Returns the contributions for a terminal. */
  public static String of(Contribution found) {
    TextTable table = new TextTable(header("what each party adds").toArray(String[]::new));
    rows(found).forEach(table::row);
    return table + ResultText.wrapped(explained(found));
  }

  /** Returns column heads, of which the first is given. */
  static List<String> header(String first) {
    return List.of(first, "view", "without it", "Shapley value");
  }

  static List<List<String>> rows(Contribution found) {
    return found.shares().stream()
        .map(
            share ->
                List.of(
                    share.party(),
                    share.view(),
                    points(-share.leaveOneOut()),
                    points(share.shapley()) + spread(share)))
        .toList();
  }

  /** Returns a share in points of percent, without a sign before nothing but rounding. */
  private static String points(double share) {
    return format("%+.2f", Math.rint(1e4 * share) / 100 + 0.0);
  }

  private static String spread(Contribution.Share share) {
    Double spread = share.deviation() == null ? share.error() : share.deviation();
    return spread == null ? "" : format(" ± %.2f", 100 * spread);
  }

  /** Returns what the numbers are, and how sure. */
  static List<String> explained(Contribution found) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        format(
            "Points of accuracy on %,d rows held out for this: %.2f %% alone, %.2f %% with all; %d trainings, %s.",
            found.rows(),
            100 * found.alone(),
            100 * found.together(),
            found.trainings(),
            found.exact() ? "every coalition" : "orders drawn at random"));
    boolean drawn = found.shares().stream().anyMatch(share -> share.error() != null);
    if (found.repeats() > 1) {
      sentences.add(
          format(
              "±: standard deviation over the %d times that rows were held out, which share rows%s.",
              found.repeats(), drawn ? "; it has that of the drawn orders in it" : ""));
      return sentences;
    }
    if (drawn) {
      sentences.add("±: standard error from drawing orders, not from drawing rows.");
    }
    sentences.add(
        format(
            "Rows were held out once: one row is %.2f points, and other rows would give other values; 'contribution: {repeats: 10}' shows how far they spread.",
            100 * found.ofOneRow()));
    return sentences;
  }
}
