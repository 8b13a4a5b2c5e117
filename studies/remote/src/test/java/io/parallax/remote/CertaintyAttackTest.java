package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.View;
import io.parallax.eval.Nonconformity;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.remote.CertaintyMessages.AskThresholds;
import io.parallax.remote.CertaintyMessages.Calibrate;
import io.parallax.remote.CertaintyMessages.Calibrated;
import io.parallax.remote.CertaintyMessages.Certified;
import io.parallax.remote.CertaintyMessages.Certify;
import io.parallax.remote.CertaintyMessages.Thresholds;
import io.parallax.run.PartName;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.rows.Fold;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator that knows or makes up the scores by which the party with the labels calibrates and
 * judges: the labels that it gets are those that the messages declare.
 */
class CertaintyAttackTest {
  private static final int ROWS = 120;
  private static final PartyId MAPLE = PartyId.of("maple");
  private static final List<String> CLASSES = List.of("well", "ill");
  @TempDir Path folder;
  private final int[] labels = new int[ROWS];
  private Matrix scores;
  private Optional<ModelCertainty> kept = Optional.empty();

  @BeforeEach
  void drawLabels() {
    Rng rng = Rng.of(8);
    double[][] drawn = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = rng.below(2);
      double odds = 1.5 * (2 * labels[i] - 1) + 1.5 * rng.gaussian();
      double ill = 1 / (1 + Math.exp(-odds));
      drawn[i] = new double[] {1 - ill, ill};
    }
    scores = Matrix.of(drawn);
  }

  private static Study study(String more) {
    return StudyFile.remote(
        "the study",
        """
        study: certain
        method: joint
        parties: {maple: {view: x, labels: true}, birch: {view: y}, cedar: {view: z}}
        evaluate: {test: 0.2, repeats: 1}
        seed: 5
        certainty: {miscoverage: 0.1, temperature: true%s}
        """
            .formatted(more));
  }

  /** The label holder of one training. */
  private final class Holder {
    private final CertainRows rows;
    private final Path notes;

    Holder(String certainty, int trial, String name) throws Exception {
      Study study = study(certainty);
      rows = new CertainRows(study, RowOutline.ofViews(study, ROWS), trial, "");
      notes = Files.createDirectories(folder.resolve(name));
    }

    int[] unseen() {
      return rows.unseen().test();
    }

    int calibrating() {
      return rows.calibration().test().length;
    }

    /** Returns the party as it is after any restart. */
    Answers answers() {
      int[] train = rows.unseen().train();
      View view =
          new View(
              MAPLE,
              "x",
              List.of("a"),
              Features.of(Matrix.zeros(train.length, 1)),
              Optional.empty(),
              Optional.of(new Labels(pick(train), 2)));
      Fold fold = new Fold(List.of(view), unseen(), pick(unseen()), 2, 1, false);
      EvaluateOnce once = new EvaluateOnce(notes, () -> {});
      Party party =
          new CertifyingParty(
              rows,
              fold,
              CLASSES,
              Optional.empty(),
              once,
              found -> kept = Optional.of(found),
              () -> kept);
      return party.answers();
    }

    Certified certified(Matrix told) {
      return (Certified)
          answers().to(new Certify(true, told, NodeMessages.NONE, NodeMessages.NONE));
    }

    Calibrated calibrated(Matrix told) {
      return (Calibrated)
          answers().to(new Calibrate(true, told, NodeMessages.NONE, NodeMessages.NONE));
    }
  }

  private int[] pick(int[] rows) {
    return Arrays.stream(rows).map(row -> labels[row]).toArray();
  }

  /**
   * A threshold is the number of one calibrating row, which a coordinator that knows the scores
   * finds, and with it that row's class. The control: without a party that asks for predictions no
   * threshold is told, and the answer is the same whatever the labels are.
   */
  @Test
  void aThresholdTellsTheClassOfOneRow() throws Exception {
    for (String per : List.of("", ", per: class")) {
      Holder holder = new Holder(per, PartName.MODEL, "model" + per.length());
      Matrix known = scores.selectRows(holder.unseen());
      Calibrated answer = holder.calibrated(known);
      Thresholds told = (Thresholds) holder.answers().to(new AskThresholds());
      Matrix candidates = Nonconformity.ofProbabilities(known);
      for (int t = 0; t < told.values().cols(); t++) {
        double threshold = told.values().get(0, t);
        List<int[]> found = new ArrayList<>();
        for (int i = 0; i < known.rows(); i++) {
          for (int c = 0; c < 2; c++) {
            if (candidates.get(i, c) == threshold) {
              found.add(new int[] {i, c});
            }
          }
        }
        assertThat(found).as("one row and one class fit").hasSize(1);
        int row = holder.unseen()[found.get(0)[0]];
        assertThat(labels[row]).isEqualTo(found.get(0)[1]);
      }
      assertThat(told.values().cols()).isEqualTo(per.isEmpty() ? 1 : 2);
      labels[holder.unseen()[0]] ^= 1;
      assertThat(new Holder(per, PartName.MODEL, "control" + per.length()).calibrated(known))
          .isEqualTo(answer);
      labels[holder.unseen()[0]] ^= 1;
    }
  }

  /** The mean size of sets tells, to a coordinator that knows all scores, between which numbers. */
  @Test
  void sizesTellAboutWhereAThresholdLies() throws Exception {
    Holder holder = new Holder("", 1, "split");
    Matrix known = scores.selectRows(holder.unseen());
    double size = holder.certified(known).sizes().get(0, 0);
    int calibrating = holder.calibrating();
    int[] judges = IntStream.range(calibrating, known.rows()).toArray();
    Matrix judged = Nonconformity.ofProbabilities(known.selectRows(judges));
    Matrix own = Nonconformity.ofProbabilities(known.selectRows(places(calibrating)));
    List<int[]> fit = new ArrayList<>();
    for (int i = 0; i < calibrating; i++) {
      for (int c = 0; c < 2; c++) {
        double threshold = own.get(i, c);
        long count =
            Arrays.stream(judged.toRows())
                .flatMapToDouble(Arrays::stream)
                .filter(value -> value <= threshold)
                .count();
        if (count == size) {
          fit.add(new int[] {i, c});
        }
      }
    }
    long right = fit.stream().filter(one -> labels[holder.unseen()[one[0]]] == one[1]).count();
    System.out.printf(
        "of %d rows and 2 classes, %d fit the sizes, %d of them truly%n",
        calibrating, fit.size(), right);
    assertThat(right).as("the one that is the threshold is among them").isPositive();
    assertThat(fit.size()).as("of %d", 2 * calibrating).isLessThan(calibrating / 3);
  }

  private static int[] places(int count) {
    return IntStream.range(0, count).toArray();
  }

  /**
   * Made-up scores: losses that are powers of two make the log loss tell one label after the other,
   * as many as four digits hold. Then no other scores are judged. The control: all digits tell
   * every label.
   */
  @Test
  void madeUpScoresTellAsManyLabelsAsDigitsHoldAndOnlyOnce() throws Exception {
    Holder holder = new Holder("", 1, "forged");
    int calibrating = holder.calibrating();
    int count = holder.unseen().length;
    int judged = count - calibrating;
    Matrix forged =
        Matrix.fill(
            count,
            2,
            (i, c) ->
                i < calibrating
                    ? 0.5
                    : 1 / (1 + Math.exp((c == 0 ? 34 : -34) * Math.pow(0.5, i - calibrating))));
    Certified told = holder.certified(forged);
    int[] truth = pick(Arrays.copyOfRange(holder.unseen(), calibrating, count));
    double exact =
        IntStream.range(0, judged)
            .mapToDouble(i -> loss(forged, calibrating + i, truth[i]))
            .average()
            .orElseThrow();
    int control = right(decoded(exact, forged, calibrating, judged), truth);
    int found = right(decoded(told.losses().get(0, 2), forged, calibrating, judged), truth);
    System.out.printf(
        "labels in a row from one log loss: %d of %d, exact %d%n", found, judged, control);
    assertThat(control).as("the control").isEqualTo(judged);
    assertThat(found).as("more than one, and no more than digits hold").isBetween(2, 16);
    for (Matrix other : List.of(scores.selectRows(holder.unseen()), forged.map(p -> 1 - p))) {
      assertThatThrownBy(() -> holder.certified(other)).isInstanceOf(Refused.class);
    }
    assertThat(holder.certified(forged)).as("again, after a crash").isEqualTo(told);
  }

  private static double loss(Matrix scores, int row, int label) {
    return -Math.log(Math.max(1e-15, scores.get(row, label)));
  }

  /** Returns labels, largest differences first, that come nearest to a mean log loss. */
  private static int[] decoded(double mean, Matrix forged, int from, int judged) {
    int[] guess = new int[judged];
    double left = mean * judged;
    for (int i = 0; i < judged; i++) {
      left -= loss(forged, from + i, 1);
    }
    for (int i = 0; i < judged; i++) { // each gap is more than all later ones together
      double gap = loss(forged, from + i, 0) - loss(forged, from + i, 1);
      guess[i] = left > gap * (1 - 1e-6) ? 0 : 1;
      left -= guess[i] == 0 ? gap : 0;
    }
    return guess;
  }

  /** Returns how many labels are right before the first wrong one. */
  private static int right(int[] guess, int[] truth) {
    return IntStream.range(0, truth.length)
        .filter(i -> guess[i] != truth[i])
        .findFirst()
        .orElse(truth.length);
  }

  @Test
  void whatDoesNotFitIsRefused() throws Exception {
    Holder split = new Holder("", 1, "a");
    Holder model = new Holder("", PartName.MODEL, "b");
    Matrix one = scores.selectRows(split.unseen());
    Matrix none = NodeMessages.NONE;
    assertThatThrownBy(() -> split.calibrated(one)).isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> model.certified(scores.selectRows(model.unseen())))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> split.certified(scores.selectRows(places(5))))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> split.certified(one.map(p -> Double.NaN)))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> split.answers().to(new Certify(false, none, none, none)))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> model.answers().to(new AskThresholds()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("no thresholds yet");
  }
}
