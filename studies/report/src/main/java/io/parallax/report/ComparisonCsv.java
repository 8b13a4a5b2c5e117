package io.parallax.report;

import io.parallax.data.CsvText;
import io.parallax.run.ComparedMethod;
import io.parallax.run.ComparedMethod.Cost;
import io.parallax.run.ComparedMethods;
import io.parallax.run.ComparedMethods.Pair;
import io.parallax.run.Difference;
import io.parallax.run.RunComparison;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Compared runs for programs: a line for each data set, method and metric, with the difference to
 * the first method, its test, and the costs of the method's training.
 */
final class ComparisonCsv {
  private static final String[] HEADER = {
    "data",
    "method",
    "metric",
    "mean",
    "sd",
    "splits",
    "minus",
    "difference",
    "low",
    "high",
    "p",
    "p_holm",
    "rounds",
    "bytes",
    "seconds",
    "tried",
    "search_bytes",
    "directions",
    "columns",
    "membership"
  };
  private static final int COSTS = 8;

  private ComparisonCsv() {}

  static String of(RunComparison compared) {
    CsvText csv = CsvText.forPeople((Object[]) HEADER);
    for (ComparedMethods set : compared.sets()) {
      for (int i = 0; i < set.methods().size(); i++) {
        for (String metric : set.metrics()) {
          row(csv, set, i, metric);
        }
      }
    }
    return csv.toString();
  }

  private static void row(CsvText csv, ComparedMethods set, int place, String metric) {
    ComparedMethod method = set.methods().get(place);
    Optional<MeanSd> summary = method.summary(metric);
    if (summary.isEmpty()) {
      return;
    }
    List<Object> cells = new ArrayList<>(List.of(set.data(), method.name(), metric));
    cells.add(summary.get().mean());
    cells.add(set.splits() == 1 ? null : (Object) summary.get().sd());
    cells.add(set.splits());
    cells.addAll(difference(set, place, metric));
    cells.addAll(costs(method.cost()));
    csv.row(cells);
  }

  private static List<Object> difference(ComparedMethods set, int place, String metric) {
    Optional<Pair> pair = set.toFirst(metric).stream().filter(p -> p.one() == place).findFirst();
    if (pair.isEmpty()) {
      return Arrays.asList("", null, null, null, null, null);
    }
    Difference found = pair.get().difference();
    double adjusted = pair.get().adjusted();
    return Arrays.asList(
        set.names().get(0),
        found.mean(),
        found.low(),
        found.high(),
        found.p(),
        Double.isNaN(adjusted) ? null : (Object) adjusted);
  }

  /** Returns how many directions are told: an intercept's is none of the columns'. */
  private static Double directions(Cost cost) {
    return cost.directions() == null ? null : (Double) Math.min(cost.directions(), cost.columns());
  }

  private static List<Object> costs(Cost cost) {
    return cost == null
        ? Arrays.asList(new Object[COSTS])
        : Arrays.asList(
            cost.rounds(),
            cost.bytes(),
            cost.seconds(),
            cost.tried(),
            cost.searchBytes(),
            directions(cost),
            cost.columns(),
            cost.membership());
  }
}
