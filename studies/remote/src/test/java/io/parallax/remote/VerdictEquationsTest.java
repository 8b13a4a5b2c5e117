package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import io.parallax.run.PartName;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Certainty.Per;
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
    return study(repeats, byParty, "");
  }

  private static Study study(int repeats, boolean byParty, String check) {
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
        %s
        """
            .formatted(parties, repeats, byParty, check));
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

  private static Study certain(int repeats, String how) {
    return StudyFile.remote(
        "the study",
        """
        study: certain
        method: joint
        parties: {p0: {view: a, labels: true}, p1: {view: b}, p2: {view: c}}
        evaluate: {test: 0.2, repeats: %d}
        certainty: {miscoverage: 0.2%s}
        model: %s
        seed: 5
        """
            .formatted(repeats, how, repeats < 3));
  }

  /**
   * Returns the equations about labels that certainty tells of a training: of a threshold, how many
   * calibrating rows are at or below it and the label of the row that it is; that a temperature is
   * the best one; of a split, how many judged rows are held, and two log losses.
   */
  private static List<double[]> certified(Study study, CertainRows rows, Rng rng) {
    List<double[]> equations = new ArrayList<>();
    int[] calibrating = rows.calibration().test();
    boolean apart = study.extras().certainty().orElseThrow().per() == Per.CLASS;
    for (int threshold = 0; threshold < (apart ? 2 : 1); threshold++) {
      double[] own = new double[ROWS];
      own[calibrating[rng.below(calibrating.length)]] = 1;
      equations.add(own);
      equations.add(some(calibrating, rng));
      equations.add(some(rows.judging(), rng));
    }
    if (study.extras().certainty().orElseThrow().temperature()) {
      equations.add(weighted(calibrating, rng));
      equations.add(weighted(rows.judging(), rng));
      equations.add(weighted(rows.judging(), rng));
    }
    equations.removeIf(one -> Arrays.stream(one).allMatch(x -> x == 0));
    return equations;
  }

  private static double[] some(int[] rows, Rng rng) {
    double[] count = new double[ROWS];
    IntStream.of(rows).forEach(row -> count[row] = rng.below(2));
    return count;
  }

  private static double[] weighted(int[] rows, Rng rng) {
    double[] sum = new double[ROWS];
    IntStream.of(rows).forEach(row -> sum[row] = rng.gaussian());
    return sum;
  }

  /** Returns how many labels follow from all verdicts and from what is certain. */
  private static long labelsCertified(Study study) {
    Rng rng = Rng.of(4);
    List<double[]> equations = new ArrayList<>();
    List<Integer> trainings = new ArrayList<>();
    for (int trial = 1; trial <= study.trials(); trial++) {
      equations.addAll(told(study, outline(study).split(trial, "").test(), rng));
      trainings.add(trial);
    }
    if (study.extras().model()) {
      trainings.add(PartName.MODEL);
    }
    for (int trial : trainings) {
      equations.addAll(certified(study, new CertainRows(study, outline(study), trial, ""), rng));
    }
    Span span = new Span(equations);
    return IntStream.range(0, ROWS).filter(span::holds).count();
  }

  /**
   * Thresholds tell the label of one row each, as they declare, and as many as are allowed tell no
   * other. The control: a study with more splits than are allowed tells most labels.
   */
  @Test
  void certaintyTellsTheLabelsOfItsThresholdsAlone() {
    for (String how : List.of("", ", per: class", ", temperature: true")) {
      Study allowed = certain(2, how);
      assertThatCode(() -> outline(allowed).requireFewSums(2)).doesNotThrowAnyException();
      int thresholds = SumLimits.certified(allowed) * (how.contains("class") ? 2 : 1);
      assertThat(labelsCertified(allowed)).isBetween(1L, (long) thresholds);
    }
    Study many = certain(20, ", per: class, temperature: true");
    assertThatThrownBy(() -> outline(many).requireFewSums(2)).isInstanceOf(BadInput.class);
    long control = labelsCertified(many);
    System.out.printf("labels from certainty of 20 splits: %d of %d%n", control, ROWS);
    assertThat(control).as("the control").isGreaterThan(ROWS * 3L / 4);
  }

  /** By hand: three trainings with a threshold each, two splits with a count and a verdict of 3. */
  @Test
  void whatIsCertainCounts() {
    counted(2, "", 2 * 3 + 3 + 2);
    counted(2, ", per: class", 2 * 3 + 3 * 2 + 2 * 2);
    counted(2, ", temperature: true", 2 * 3 + 3 * 2 + 2 * 3);
    counted(3, "", 3 * 3 + 3 + 3); // without a model for use
  }

  private static void counted(int repeats, String how, int sums) {
    Study study = certain(repeats, how);
    int rows = SumLimits.ROWS_FOR_A_SUM * sums;
    assertThatCode(() -> SumLimits.require(study, SumLimits.ALL, rows, 2))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> SumLimits.require(study, SumLimits.ALL, rows - 1, 2))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("reveals " + sums + " sums");
  }

  /** Right rows of each part by guesses of rows, which is known of all parts but one. */
  private static List<double[]> parts(Study study, int[] heldOut, Rng rng) {
    LeftOutParts parts = LeftOutParts.of(study, ROWS).orElseThrow();
    List<double[]> equations = new ArrayList<>();
    for (int part = 0; part < parts.count(); part++) {
      double[] right = new double[ROWS];
      for (int place : parts.places(heldOut, part)) {
        right[heldOut[place]] = rng.gaussian() > 0 ? 1 : -1;
      }
      equations.add(right);
    }
    return equations;
  }

  private static long toldByParts(Study study) {
    Rng rng = Rng.of(3);
    List<double[]> equations = new ArrayList<>();
    for (int trial = 1; trial <= study.trials(); trial++) {
      int[] heldOut = outline(study).split(trial, "").test();
      equations.addAll(parts(study, heldOut, rng.child("parts " + trial)));
    }
    Span span = new Span(equations);
    return IntStream.range(0, ROWS).filter(span::holds).count();
  }

  @Test
  void rightRowsWithoutSinglePartiesCount() {
    String check = "check: {leave-one-out: true}";
    assertThatThrownBy(() -> outline(study(3, false, check)).requireFewSums(2))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("reveals 30 sums");
    assertThat(toldByParts(study(30, false, check)))
        .as("control: so many splits tell labels")
        .isGreaterThan(ROWS / 2);
  }
}
