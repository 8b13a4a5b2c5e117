package io.parallax.run;

import io.parallax.math.Matrix;
import io.parallax.run.certainty.Regions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The numbers of parties that score each of some people, and how sure their scores are.
 *
 * @param held of each person
 * @param parties of the study
 * @param regions the people's sets or intervals, if the study states them
 */
public record ViewCounts(int[] held, int parties, Matrix scores, Optional<Regions> regions) {
  /** Returns for how many people how many parties were there, and how sure the scores are. */
  public String sentence() {
    return "%d people: ".formatted(held.length)
        + IntStream.iterate(parties, count -> count > 0, count -> count - 1)
            .mapToObj(this::by)
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
  }

  /** Returns how sure the scores of people are whom all parties have; empty: there is none. */
  public Optional<String> byAll() {
    return by(parties);
  }

  private Optional<String> by(int count) {
    int[] rows = IntStream.range(0, held.length).filter(i -> held[i] == count).toArray();
    return rows.length == 0
        ? Optional.empty()
        : Optional.of(
            "%d by %d of %d parties".formatted(rows.length, count, parties)
                + sure(rows)
                + regions.map(all -> sizes(rows, all)).orElse(""));
  }

  private String sure(int[] rows) {
    if (scores.cols() < 2) {
      return "";
    }
    return probabilities()
        ? text(", mean highest probability %.2f", mean(rows, i -> highest(i, 0)))
        : text(
            ", mean margin of the highest score %.3g",
            mean(rows, i -> highest(i, 0) - highest(i, 1)));
  }

  private static String sizes(int[] rows, Regions regions) {
    if (!regions.sets().isEmpty()) {
      return text(
          ", mean set of %.2f classes", mean(rows, i -> regions.sets().get(i).cardinality()));
    }
    int[] bounded =
        IntStream.of(rows).filter(i -> Double.isFinite(width(regions.intervals()[i]))).toArray();
    return text(", mean interval %.4g wide", mean(bounded, i -> width(regions.intervals()[i])));
  }

  private static double width(double[] ends) {
    return ends[1] - ends[0];
  }

  private static OptionalDouble mean(int[] rows, IntToDoubleFunction of) {
    return IntStream.of(rows).mapToDouble(of).average();
  }

  private static String text(String form, OptionalDouble mean) {
    return mean.isPresent() ? String.format(Locale.ROOT, form, mean.getAsDouble()) : "";
  }

  /** Returns a row's highest score, or a lower one. */
  private double highest(int row, int below) {
    double[] sorted = scores.row(row).clone();
    Arrays.sort(sorted);
    return sorted[sorted.length - 1 - below];
  }

  private boolean probabilities() {
    return IntStream.range(0, scores.rows())
        .allMatch(i -> Math.abs(Arrays.stream(scores.row(i)).sum() - 1) < 1e-6);
  }
}
