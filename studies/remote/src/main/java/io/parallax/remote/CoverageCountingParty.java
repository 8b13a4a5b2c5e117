package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.data.ColumnMoments;
import io.parallax.math.Matrix;
import io.parallax.remote.CertaintyMessages.CommonKept;
import io.parallax.remote.CertaintyMessages.CountCovered;
import io.parallax.remote.CertaintyMessages.CoveredCounted;
import io.parallax.remote.CertaintyMessages.KeepCommon;
import io.parallax.remote.NodeMessages.Moments;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.run.certainty.CertaintyJudging;
import io.parallax.run.certainty.JudgedRows;
import io.parallax.study.Certainty.Per;
import io.parallax.study.Study;
import io.parallax.study.model.ModelCertainty;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A party with people of its own that calibrates and judges by them: it adds counts to those of the
 * others.
 */
final class CoverageCountingParty implements Party {
  private final CertainRows some;
  private final List<String> classes;
  private final JudgedRows rows;
  private final int place;
  private final int calibrating;
  private final EvaluateOnce verdict;
  private final Consumer<ModelCertainty> keep;
  private final Optional<byte[]> key;

  /** Nothing: it answers from its rows. */
  record State() {}

  /**
   * @param rows this party's, those that calibrate first
   * @param place of this party among the study's
   * @param calibrating number of rows that calibrate
   * @param verdict lets it judge one set of thresholds
   * @param keep is given the thresholds of the model for use
   * @param key from which sums of sizes borrow; empty: sums are plain
   */
  CoverageCountingParty(
      CertainRows some,
      List<String> classes,
      JudgedRows rows,
      int place,
      int calibrating,
      EvaluateOnce verdict,
      Consumer<ModelCertainty> keep,
      Optional<byte[]> key) {
    this.some = some;
    this.classes = classes;
    this.rows = rows;
    this.place = place;
    this.calibrating = calibrating;
    this.verdict = verdict;
    this.keep = keep;
    this.key = key;
  }

  @Override
  public Answers answers() {
    Answers answers =
        apart() ? new Answers() : fitting().counting(rows.at(places(0, calibrating))).answers();
    return answers.on(CountCovered.class, this::covered).on(KeepCommon.class, this::keep);
  }

  private CertaintyFitting fitting() {
    return some.fitting(classes.size());
  }

  /** Returns whether each party has thresholds of its own. */
  private boolean apart() {
    return fitting().how().per() == Per.PARTY;
  }

  private static int[] places(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private ModelCertainty certainty(Matrix thresholds, Matrix known) {
    CertaintyFitting fitting = fitting();
    if (apart()) {
      return fitting.ofParty(rows.at(places(0, calibrating)), place);
    }
    Double[][] told = CertainRows.thresholds(thresholds, known, 1, fitting.columns());
    verdict.on("thresholds", Matrix.stackRows(List.of(thresholds, known)));
    return fitting.certainty(some.calibration().test().length, told, new double[0]);
  }

  private CoveredCounted covered(CountCovered ask) {
    ModelCertainty certainty = certainty(ask.thresholds(), ask.known());
    JudgedRows judged = rows.at(places(calibrating, rows.truth().length));
    CertaintyJudging judging = new CertaintyJudging(certainty, judged, classes, parties());
    ColumnMoments sizes = judging.sizes().requireSummable("intervals");
    MomentLimbs limbs = new MomentLimbs(List.of(sizes));
    Moments sums = key.map(limbs::borrowing).orElseGet(limbs::asTheyAre);
    return new CoveredCounted(judging.counts().rows(), sums.counts(), sums.limbs());
  }

  private List<String> parties() {
    Study study = some.study();
    return study.members().stream().map(id -> id.name()).toList();
  }

  private CommonKept keep(KeepCommon ask) {
    keep.accept(certainty(ask.thresholds(), ask.known()));
    return new CommonKept(1);
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
