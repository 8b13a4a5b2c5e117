package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The accuracies of an experiment by group, row and column, and what should hold between them. A
 * rule is {@code {row, over, by}}: in every group, the row's accuracy, as the mean of the columns,
 * is at least that of the row {@code over} plus {@code by} points; {@code {row, least}}: it is at
 * least so much; {@code {row, group, above}}: it is higher in one group than in the other.
 */
final class Accuracies {
  private final Map<String, Map<String, Double>> byGroup = new LinkedHashMap<>(); // of each row, %

  void put(String group, Map<String, Map<String, Cell>> rows) {
    Map<String, Double> means = new LinkedHashMap<>();
    rows.forEach(
        (row, columns) ->
            means.put(
                row, columns.values().stream().mapToDouble(Cell::ours).average().orElseThrow()));
    byGroup.put(group, means);
  }

  /** Each rule, with what was found; a rule about what is not there is left out. */
  List<Check> checks(JsonNode rules) {
    List<Check> checks = new ArrayList<>();
    IntStream.range(0, rules.size()).forEach(i -> check(rules.get(i), checks));
    return checks;
  }

  private void check(JsonNode rule, List<Check> checks) {
    String row = rule.get("row").asText();
    if (rule.has("above")) {
      betweenGroups(row, rule.get("group").asText(), rule.get("above").asText(), checks);
      return;
    }
    byGroup.forEach(
        (group, rows) -> {
          if (rule.has("group") && !rule.get("group").asText().equals(group)) {
            return;
          }
          Double found = rows.get(row);
          if (found != null && rule.has("least")) {
            double least = rule.get("least").asDouble();
            checks.add(
                new Check(text("%s: %s %.2f ≥ %.2f", group, row, found, least), found >= least));
          }
          Double other = rows.get(rule.path("over").asText());
          if (found != null && other != null) {
            double by = rule.path("by").asDouble(0);
            checks.add(
                new Check(
                    text(
                        "%s: %s %.2f ≥ %s %.2f %s %.1f points",
                        group,
                        row,
                        found,
                        rule.get("over").asText(),
                        other,
                        by < 0 ? "−" : "+",
                        Math.abs(by)),
                    found >= other + by));
          }
        });
  }

  private void betweenGroups(String row, String better, String worse, List<Check> checks) {
    Double a = byGroup.getOrDefault(better, Map.of()).get(row);
    Double b = byGroup.getOrDefault(worse, Map.of()).get(row);
    if (a != null && b != null) {
      checks.add(new Check(text("%s: %s %.2f > %s %.2f", row, better, a, worse, b), a > b));
    }
  }

  private static String text(String format, Object... parts) {
    return String.format(Locale.ROOT, format, parts);
  }
}
