package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.testkit.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Labels from what verdicts tell: of two classes, each count of a set of guesses, and AUC once the
 * classes are counted, is a linear equation about the labels of the held-out rows.
 */
class VerdictEquationsTest {
  private static final int ROWS = 80;
  private static final int VIEWS = 8;

  private static Study study(int repeats, boolean byParty) {
    String parties =
        IntStream.range(0, VIEWS)
            .mapToObj(p -> "p%d: {view: v%d%s}".formatted(p, p, p == 0 ? ", labels: true" : ""))
            .collect(Collectors.joining(", "));
    return StudyFile.remote(
        "the study",
        """
        study: verdicts
        method: vfedmv
        parties: {%s}
        evaluate: {test: 0.2, repeats: %d, by-party: %s}
        seed: 5
        """
            .formatted(parties, repeats, byParty));
  }

  private static RowOutline outline(Study study) {
    return RowOutline.ofViews(study, ROWS);
  }

  /**
   * Counts of two classes for each set of guesses, and the sum of the ranks by the joint scores.
   */
  private static List<double[]> told(Study study, int[] heldOut, Rng rng) {
    List<double[]> equations = new ArrayList<>();
    for (int set = 0; set < SumLimits.verdicts(study); set++) {
      double[] scores = IntStream.range(0, ROWS).mapToDouble(i -> rng.gaussian()).toArray();
      for (int group = 0; group < 2; group++) {
        boolean positive = group == 1;
        double[] count = new double[ROWS];
        IntStream.of(heldOut).filter(i -> scores[i] > 0 == positive).forEach(i -> count[i] = 1);
        equations.add(count);
      }
      if (set == 0) {
        equations.add(ranks(heldOut, scores));
      }
    }
    return equations;
  }

  private static double[] ranks(int[] heldOut, double[] scores) {
    double[] ranks = new double[ROWS];
    int[] ordered =
        Arrays.stream(heldOut)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> scores[i]))
            .mapToInt(i -> i)
            .toArray();
    IntStream.range(0, ordered.length).forEach(r -> ranks[ordered[r]] = r + 1);
    return ranks;
  }

  private static long labelsTold(Study study) {
    Rng rng = Rng.of(3);
    List<double[]> equations = new ArrayList<>();
    for (int trial = 1; trial <= study.trials(); trial++) {
      equations.addAll(told(study, outline(study).split(trial, "").test(), rng));
    }
    Span span = new Span(equations);
    return IntStream.range(0, ROWS).filter(span::holds).count();
  }

  @Test
  void asManyVerdictsAsAreAllowedTellNoLabel() {
    int counted = ROWS / SumLimits.ROWS_FOR_A_SUM / 2; // if only the joint counts were
    assertThatThrownBy(() -> outline(study(2, true)).requireFewSums(2))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("reveals 38 sums over the 80 common rows")
        .hasMessageContaining("2 classes or groups, by party, the model")
        .hasMessageContaining("it must reveal at most 20");
    assertThatCode(() -> outline(study(1, true)).requireFewSums(2)).doesNotThrowAnyException();
    assertThat(labelsTold(study(1, true))).isZero();
    long control = labelsTold(study(counted, true));
    System.out.printf("labels from verdicts of %d splits: %d of %d%n", counted, control, ROWS);
    assertThat(control).as("control: counting groups alone").isGreaterThan(ROWS * 3L / 4);
  }

  @Test
  void aucCounts() {
    assertThatCode(() -> outline(study(6, false)).requireFewSums(2)).doesNotThrowAnyException();
    assertThat(labelsTold(study(6, false))).isZero();
    assertThatThrownBy(() -> outline(study(7, false)).requireFewSums(2))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("reveals 21 sums");
  }
}
