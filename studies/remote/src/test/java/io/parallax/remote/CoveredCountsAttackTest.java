package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.remote.CertaintyMessages.CountCovered;
import io.parallax.remote.CertaintyMessages.CoveredCounted;
import io.parallax.remote.CertaintyMessages.KeepCommon;
import io.parallax.run.certainty.JudgedRows;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.model.ModelCertainty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that makes up thresholds, by which parties count their own held-out rows. */
class CoveredCountsAttackTest {
  private static final int ROWS = 50; // of each party
  private static final Matrix ONE = Matrix.of(1, 1, new double[] {1});
  @TempDir Path folder;
  private Optional<ModelCertainty> kept = Optional.empty();

  private static Study study(String certainty) {
    return StudyFile.remote(
        "the study",
        """
        study: covered
        method: hfedmv
        views: {x: [a, b]}
        classes: {well: [0], ill: [1]}
        parties: {p: {rows: 50}, q: {rows: 50}, r: {rows: 50}}
        evaluate: {test: 0.2, repeats: 1}
        seed: 5
        certainty: %s
        """
            .formatted(certainty));
  }

  /** Returns the first party, whose notes are in this folder, and its rows that judge. */
  private Party party(String certainty, String notes) {
    Study study = study(certainty);
    RowOutline outline = RowOutline.ofSites(study, Matrix.fill(3, 1, (i, j) -> ROWS));
    CertainRows some = new CertainRows(study, outline, 1, "");
    int calibrating =
        (int) Arrays.stream(some.calibration().test()).filter(row -> row < ROWS).count();
    int[] own = Arrays.stream(some.unseen().test()).filter(row -> row < ROWS).toArray();
    try {
      EvaluateOnce once =
          new EvaluateOnce(Files.createDirectories(folder.resolve(notes)), () -> {});
      return new CoverageCountingParty(
          some,
          List.of("well", "ill"),
          rows(own.length),
          0,
          calibrating,
          once,
          found -> kept = Optional.of(found),
          Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JudgedRows rows(int count) {
    Rng rng = Rng.of(6);
    int[] truth = IntStream.range(0, count).map(i -> rng.below(2)).toArray();
    Matrix scores = Matrix.gaussian(count, 2, rng);
    return new JudgedRows(scores, truth, Optional.empty(), new int[count], new int[count]);
  }

  private static double covered(Party party, double threshold) {
    Matrix value = Matrix.of(1, 1, new double[] {threshold});
    return ((CoveredCounted) party.answers().to(new CountCovered(value, ONE))).counts().get(0, 1);
  }

  /**
   * Bisection for a row's number, which the count of one set of thresholds does not tell: another
   * set is refused. The control: a party that forgets what it has judged tells the number to nine
   * digits.
   */
  @Test
  void onlyOneSetOfThresholdsIsJudged() {
    double low = -10;
    double high = 10;
    int asked = 0;
    for (; high - low > 1e-9; asked++) {
      double middle = (low + high) / 2;
      if (covered(party("{miscoverage: 0.2}", "forgets-" + asked), middle) > 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    int all = (int) covered(party("{miscoverage: 0.2}", "all"), 1e6);
    JudgedRows rows = rows(8 + all); // those that calibrate are the first
    double least =
        IntStream.range(8, 8 + all)
            .mapToDouble(i -> -rows.scores().get(i, rows.truth()[i]))
            .min()
            .orElseThrow();
    assertThat(high).as("the control").isCloseTo(least, org.assertj.core.data.Offset.offset(1e-8));
    Party party = party("{miscoverage: 0.2}", "remembers");
    double once = covered(party, 0.3);
    assertThat(covered(party, 0.3)).as("again, after a crash").isEqualTo(once);
    assertThatThrownBy(() -> covered(party, 0.30001)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> covered(party("{miscoverage: 0.2}", "remembers"), 0.2))
        .as("after a restart")
        .isInstanceOf(Refused.class);
    assertThatThrownBy(
            () ->
                party("{miscoverage: 0.2}", "remembers")
                    .answers()
                    .to(new KeepCommon(Matrix.of(1, 1, new double[] {0.2}), ONE)))
        .isInstanceOf(Refused.class);
    assertThat(kept).isEmpty();
  }

  /** Where each party has its own threshold, what the coordinator says of it does not matter. */
  @Test
  void aPartysOwnThresholdIsNotTheCoordinatorsToChoose() {
    double own = covered(party("{per: party}", "a"), 1e6);
    assertThat(covered(party("{per: party}", "b"), -1e6)).isEqualTo(own).isPositive();
  }

  @Test
  void thresholdsOfAnotherShapeAreRefused() {
    Matrix two = Matrix.zeros(1, 2);
    assertThatThrownBy(
            () -> party("{miscoverage: 0.2}", "c").answers().to(new CountCovered(two, two)))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(
            () -> party("{miscoverage: 0.2}", "d").answers().to(new CountCovered(two, ONE)))
        .isInstanceOf(ProtocolViolation.class);
  }
}
