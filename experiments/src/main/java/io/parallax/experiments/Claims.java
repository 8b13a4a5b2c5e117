package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.experiments.ExperimentResult.Plot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
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
 * The name 0 stands for nothing, where a table's numbers are differences. A is the first of a list
 * that the table has. {@code in} names the columns that are meant, {@code table} a part of the
 * tables' titles; {@code mean: true} takes the mean of the columns first, and {@code columns: true}
 * compares columns in each line. For curves see {@link CurveClaims}.
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

    String words() {
      return words;
    }

    static Outcome of(String words) {
      return Stream.of(values()).filter(one -> one.words.equals(words)).findFirst().orElseThrow();
    }
  }

  /**
   * A claim, whether it is reproduced, and by which numbers.
   *
   * @param verdict reproduced, not reproduced or cannot tell
   */
  record Verdict(String says, String verdict, String found) {}

  /** One comparison of a claim. */
  record Judged(Outcome outcome, double margin, String text) {}

  /**
   * Returns the claims of an experiment.
   *
   * @param data that the user named instead of the experiment's own; empty: its own
   */
  static Claims of(JsonNode expected, String data) {
    return new Claims(
        data.isEmpty() ? expected.path("claims") : expected.path("claims-on").path(data));
  }

  List<Verdict> judged(List<Grid> tables, List<Plot> plots) {
    List<Verdict> verdicts = new ArrayList<>();
    claims.forEach(claim -> verdicts.add(judged(claim, tables, plots)));
    return verdicts;
  }

  private static Verdict judged(JsonNode claim, List<Grid> tables, List<Plot> plots) {
    List<Judged> all =
        claim.has("curve") ? new CurveClaims(claim, plots).judged() : compared(claim, tables);
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

  private static List<Judged> compared(JsonNode claim, List<Grid> found) {
    List<Grid> tables =
        found.stream()
            .filter(table -> table.pairing() != null)
            .map(table -> claim.path("columns").asBoolean() ? turned(table) : table)
            .toList();
    List<Judged> all = new ArrayList<>();
    for (Grid table : titled(tables, claim.path("table").asText())) {
      if (claim.has("than-table")) {
        titled(tables, claim.get("than-table").asText())
            .forEach(other -> all.addAll(between(claim, table, other)));
      } else {
        all.addAll(within(claim, table));
      }
    }
    return all;
  }

  private static List<Grid> titled(List<Grid> tables, String part) {
    return tables.stream().filter(table -> table.title().contains(part)).toList();
  }

  /** The same table with lines and columns in each other's part. */
  private static Grid turned(Grid table) {
    Pairing how = table.pairing();
    return table.paired(new Pairing(null, !how.byColumn(), how.overlap(), how.unit()));
  }

  private static List<Judged> within(JsonNode claim, Grid table) {
    boolean same = claim.has("same");
    String method = method(claim.path(same ? "same" : "better"), table);
    List<Judged> all = new ArrayList<>();
    for (JsonNode than : claim.path(same ? "as" : "than")) {
      for (List<String> places : places(claim, table)) {
        add(claim, table, places, method, table, than.asText(), all);
      }
    }
    return all;
  }

  /** Returns the method's name, or of several the first that is there. */
  private static String method(JsonNode named, Grid table) {
    for (JsonNode one : named) {
      if (PairedCells.methods(table).contains(one.asText())) {
        return one.asText();
      }
    }
    return named.asText();
  }

  private static List<Judged> between(JsonNode claim, Grid table, Grid other) {
    String method = claim.get("better").asText();
    List<Judged> all = new ArrayList<>();
    for (List<String> places : places(claim, table)) {
      add(claim, table, places, method, other, method, all);
    }
    return all;
  }

  private static void add(
      JsonNode claim,
      Grid table,
      List<String> places,
      String method,
      Grid other,
      String than,
      List<Judged> all) {
    List<Double> ours = values(table, method, places);
    List<Double> theirs = values(other, than, places);
    if (method.equals(ZERO)) {
      ours = Collections.nCopies(theirs.size(), 0.0);
    } else if (than.equals(ZERO)) {
      theirs = Collections.nCopies(ours.size(), 0.0);
    }
    if (!ours.isEmpty() && ours.size() == theirs.size()) {
      String named = other == table ? than : than + " " + other.title();
      String place =
          (claim.has("than-table") || table.title().startsWith("%") ? "" : table.title() + ", ")
              + (places.size() == 1 ? places.get(0) : "mean");
      PairedCells pair = PairedCells.between(table, place, method, ours, named, theirs);
      boolean drawn = table.pairing().overlap() != null;
      all.add(judged(claim, pair, drawn));
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

  /**
   * @param drawn whether the numbers are of different draws, so that the same difference each time
   *     is one that does not depend on them
   */
  private static Judged judged(JsonNode claim, PairedCells pair, boolean drawn) {
    double mean = pair.difference().mean();
    boolean alike = drawn && pair.count() > 1 && pair.difference().t() == null;
    boolean known = pair.difference().low() != null;
    double low = known ? pair.difference().low() : alike ? mean : Double.NEGATIVE_INFINITY;
    double high = known ? pair.difference().high() : alike ? mean : Double.POSITIVE_INFINITY;
    double limit = claim.path("within").asDouble(claim.path("by").asDouble(0));
    boolean same = claim.has("same");
    Outcome outcome =
        (same ? low > -limit && high < limit : low > limit)
            ? Outcome.REPRODUCED
            : (same ? low > limit || high < -limit : high < limit) ? Outcome.NOT : Outcome.UNKNOWN;
    return new Judged(outcome, same ? -Math.abs(mean) : mean - limit, text(pair));
  }

  private static String text(PairedCells pair) {
    String names =
        Stream.of(pair.method(), pair.than())
            .collect(Collectors.joining(" − "))
            .replaceFirst(" − 0$", "");
    return "%s, %s: %s".formatted(pair.place(), names, pair.text());
  }
}
