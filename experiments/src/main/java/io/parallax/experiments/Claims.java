package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Plot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The claims of a paper about a table or figure, as expected.yaml lists them, and whether our
 * numbers carry them. A claim that compares is judged by the 95 % interval of the paired
 * difference:
 *
 * <ul>
 *   <li>{@code {better: A, than: [B, C], by: 0}}: A is above each of them by more than so much;
 *   <li>{@code {same: A, as: [B], within: 1}}: they differ by less than so much;
 *   <li>{@code {better: A, table: T, than-table: U}}: A is better in one table than in the other.
 * </ul>
 *
 * The name 0 stands for nothing, where a table's numbers are differences. {@code in} names the
 * columns that are meant (the lines, where methods are columns), {@code table} a part of the
 * tables' titles, and {@code mean: true} takes the mean of the columns first. A claim about a
 * curve, {@code {curve: ACC, plot: P, spans: 5}} or {@code {curve: objective, plot: P, falls:
 * true}}, is judged by its points.
 */
final class Claims {
  private static final String ZERO = "0";
  private final JsonNode claims;

  private Claims(JsonNode claims) {
    this.claims = claims;
  }

  /** The outcome of a claim. */
  enum Outcome {
    REPRODUCED("reproduced"),
    NOT("not reproduced"),
    UNKNOWN("cannot tell");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }
  }

  /**
   * A claim, whether it is reproduced, and by which numbers.
   *
   * @param verdict reproduced, not reproduced or cannot tell
   */
  record Verdict(String says, String verdict, String found) {}

  /** One comparison of a claim. */
  private record Judged(Outcome outcome, double margin, String text) {}

  /**
   * Returns the claims of an experiment.
   *
   * @param data that the user named instead of the experiment's own; empty: its own
   */
  static Claims of(JsonNode expected, String data) {
    return new Claims(
        data.isEmpty() ? expected.path("claims") : expected.path("claims-on").path(data));
  }

  List<Verdict> judged(ExperimentResult found) {
    List<Verdict> verdicts = new ArrayList<>();
    claims.forEach(claim -> verdicts.add(judged(claim, found)));
    return verdicts;
  }

  private static Verdict judged(JsonNode claim, ExperimentResult found) {
    List<Judged> all = claim.has("curve") ? curves(claim, found) : compared(claim, found);
    return new Verdict(claim.get("says").asText(), outcome(all).words, text(all));
  }

  private static Outcome outcome(List<Judged> all) {
    if (all.stream().anyMatch(one -> one.outcome() == Outcome.NOT)) {
      return Outcome.NOT;
    }
    boolean carried =
        !all.isEmpty() && all.stream().allMatch(one -> one.outcome() == Outcome.REPRODUCED);
    return carried ? Outcome.REPRODUCED : Outcome.UNKNOWN;
  }

  /** The comparison that decides, and how many others there are. */
  private static String text(List<Judged> all) {
    if (all.isEmpty()) {
      return "not run";
    }
    Judged least = Collections.min(all, Comparator.comparingDouble(Judged::margin));
    long held = all.stream().filter(one -> one.outcome() == Outcome.REPRODUCED).count();
    return all.size() == 1
        ? least.text()
        : "%d of %d hold; least: %s".formatted(held, all.size(), least.text());
  }

  private static List<Judged> compared(JsonNode claim, ExperimentResult found) {
    List<Judged> all = new ArrayList<>();
    for (Grid table : found.tables()) {
      if (table.pairing() != null && table.title().contains(claim.path("table").asText())) {
        if (claim.has("than-table")) {
          found.tables().stream()
              .filter(other -> other.title().contains(claim.get("than-table").asText()))
              .forEach(other -> all.addAll(betweenTables(claim, table, other)));
        } else {
          all.addAll(within(claim, table));
        }
      }
    }
    return all;
  }

  private static List<Judged> within(JsonNode claim, Grid table) {
    boolean same = claim.has("same");
    String method = claim.path(same ? "same" : "better").asText();
    List<Judged> all = new ArrayList<>();
    for (JsonNode other : claim.path(same ? "as" : "than")) {
      for (List<String> places : places(claim, table)) {
        List<Double> ours = values(table, method, places);
        List<Double> theirs =
            other.asText().equals(ZERO)
                ? Collections.nCopies(ours.size(), 0.0)
                : values(table, other.asText(), places);
        add(claim, table, places, method, ours, other.asText(), theirs, all);
      }
    }
    return all;
  }

  private static List<Judged> betweenTables(JsonNode claim, Grid table, Grid other) {
    String method = claim.get("better").asText();
    List<Judged> all = new ArrayList<>();
    for (List<String> places : places(claim, table)) {
      List<Double> ours = values(table, method, places);
      List<Double> theirs = values(other, method, places);
      add(claim, table, places, method, ours, other.title(), theirs, all);
    }
    return all;
  }

  private static void add(
      JsonNode claim,
      Grid table,
      List<String> places,
      String method,
      List<Double> ours,
      String than,
      List<Double> theirs,
      List<Judged> all) {
    if (!ours.isEmpty() && ours.size() == theirs.size()) {
      String place = places.size() == 1 ? places.get(0) : "mean";
      all.add(judged(claim, PairedCells.between(table, place, method, ours, than, theirs)));
    }
  }

  /** The groups of places that are compared: each for itself, or all together. */
  private static List<List<String>> places(JsonNode claim, Grid table) {
    List<String> wanted = new ArrayList<>();
    claim.path("in").forEach(place -> wanted.add(place.asText()));
    List<String> places =
        PairedCells.places(table).stream()
            .filter(wanted.isEmpty() ? place -> true : wanted::contains)
            .toList();
    return claim.path("mean").asBoolean() && !places.isEmpty()
        ? List.of(places)
        : places.stream().map(List::of).toList();
  }

  /** The numbers of a method, the mean over places; none if a place has none. */
  private static List<Double> values(Grid table, String method, List<String> places) {
    List<List<Double>> all =
        places.stream().map(place -> PairedCells.values(table, method, place)).toList();
    int count = all.get(0).size();
    if (all.stream().anyMatch(one -> one.size() != count)) {
      return List.of();
    }
    return IntStream.range(0, count)
        .mapToObj(i -> all.stream().mapToDouble(one -> one.get(i)).average().orElseThrow())
        .toList();
  }

  private static Judged judged(JsonNode claim, PairedCells pair) {
    double mean = pair.difference().mean();
    boolean alike = pair.count() > 1 && pair.difference().t() == null; // the same number each time
    boolean known = pair.difference().low() != null;
    double low = known ? pair.difference().low() : alike ? mean : Double.NEGATIVE_INFINITY;
    double high = known ? pair.difference().high() : alike ? mean : Double.POSITIVE_INFINITY;
    double limit = claim.path("within").asDouble(claim.path("by").asDouble(0));
    boolean same = claim.has("same");
    Outcome outcome =
        (same ? low > -limit && high < limit : low > limit)
            ? Outcome.REPRODUCED
            : (same ? low > limit || high < -limit : high < limit) ? Outcome.NOT : Outcome.UNKNOWN;
    String text =
        "%s%s%s: %s"
            .formatted(
                pair.place().isEmpty() ? "" : pair.place() + ", ",
                pair.method(),
                pair.than().equals(ZERO) ? "" : " − " + pair.than(),
                pair.text());
    return new Judged(outcome, same ? -Math.abs(mean) : mean - limit, text);
  }

  private static List<Judged> curves(JsonNode claim, ExperimentResult found) {
    Predicate<Plot> meant = plot -> plot.title().contains(claim.get("plot").asText());
    return found.plots().stream()
        .filter(meant)
        .flatMap(
            plot ->
                Stream.ofNullable(plot.y().get(claim.get("curve").asText()))
                    .map(points -> curve(claim, plot.title(), points)))
        .toList();
  }

  private static Judged curve(JsonNode claim, String title, List<Double> points) {
    if (claim.has("falls")) {
      long rises =
          IntStream.range(1, points.size()).filter(i -> points.get(i) > points.get(i - 1)).count();
      return new Judged(
          rises == 0 ? Outcome.REPRODUCED : Outcome.NOT,
          -rises,
          "%s: rises in %d of %d rounds".formatted(title, rises, points.size() - 1));
    }
    double span = Collections.max(points) - Collections.min(points);
    double most = claim.path("spans").asDouble(Double.POSITIVE_INFINITY);
    double least = claim.path("spans-least").asDouble(0);
    return new Judged(
        span <= most && span >= least ? Outcome.REPRODUCED : Outcome.NOT,
        most - span,
        String.format(
            Locale.ROOT,
            "%s: from %.1f to %.1f",
            title,
            Collections.min(points),
            Collections.max(points)));
  }
}
