package io.parallax.run;

import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The numbers of parties that score each of some people.
 *
 * @param held of each person
 * @param parties of the study
 */
public record ViewCounts(int[] held, int parties) {
  /** Returns for how many people how many parties were there, and how sure the scores are. */
  public String sentence(Matrix scores) {
    return "%d people: ".formatted(held.length)
        + IntStream.iterate(parties, count -> count > 0, count -> count - 1)
            .filter(count -> Arrays.stream(held).anyMatch(own -> own == count))
            .mapToObj(count -> sentence(count, scores))
            .collect(Collectors.joining("; "));
  }

  private String sentence(int count, Matrix scores) {
    int[] rows = IntStream.range(0, held.length).filter(i -> held[i] == count).toArray();
    String people = "%d by %d of %d parties".formatted(rows.length, count, parties);
    return probabilities(scores)
        ? people
            + String.format(
                Locale.ROOT,
                ", mean highest probability %.2f",
                Arrays.stream(rows).mapToDouble(i -> highest(scores, i)).average().orElse(0))
        : people;
  }

  private static double highest(Matrix scores, int row) {
    return Arrays.stream(scores.row(row)).max().orElse(0);
  }

  private static boolean probabilities(Matrix scores) {
    return scores.cols() > 1
        && IntStream.range(0, scores.rows())
            .allMatch(i -> Math.abs(Arrays.stream(scores.row(i)).sum() - 1) < 1e-6);
  }
}
